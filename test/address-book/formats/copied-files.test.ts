import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReadFile, read } from './given.js';

/** Reads a file as another program has written it, into the group A. */
async function readCase(name: string, format: 'csv' | 'vcard'): Promise<ReadFile> {
  const file = readFileSync(path.join(import.meta.dirname, 'cases', name));
  const { records, rejects } = await read([file], format, { group: 'A' });
  return { records: records.filter(({ kind }) => kind === 'number'), rejects };
}

const contact = (number: string, name: string): object => ({ kind: 'number', group: 'A', number, name });

/** A card of version 2.1 whose name is these lines. */
async function nameOf(...lines: readonly string[]): Promise<unknown> {
  const head = 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:';
  const card = ['BEGIN:VCARD', 'VERSION:2.1', head + lines[0], ...lines.slice(1), 'TEL:500100200', 'END:VCARD', ''];
  const { records, rejects } = await read(card.join('\r\n'), 'vcard', { group: 'A' });
  return records
    .flatMap((record) => (record.kind === 'number' ? [record.name] : []))
    .concat(rejects.map((r) => r.reason));
}

describe('a file of another program', () => {
  it('loses the invisible characters of its telephone numbers', async () => {
    expect(await readCase('invisible-characters.csv', 'csv')).toEqual({
      records: [contact('+48507111999', 'Nbsp'), contact('+48507111888', 'Bidi')],
      rejects: [],
    });
  });

  it('has its name decoded if quoted-printable lines are folded as well', async () => {
    expect(await readCase('quoted-printable-folded.vcf', 'vcard')).toEqual({
      records: [contact('+48501234567', '*Авиа-Капу')],
      rejects: [],
    });
  });

  it.each([
    ['several folded lines', ['Jan=', ' Maria=', '\tKos'], ['JanMariaKos']],
    ['one line that begins with a space', ['Jan=', ' Kos'], ['Jan Kos']],
    ['several lines, only one of them with a space at its beginning', ['Jan=', 'Maria=', ' Kos'], ['JanMaria Kos']],
  ])('has a name of %s', async (_, lines, names) => {
    expect(await nameOf(...lines)).toEqual(names);
  });

  it('may have an empty telephone number beside another', async () => {
    expect(await readCase('empty-tel.vcf', 'vcard')).toEqual({
      records: [contact('+48505999999', 'Z New: Wr.no'), contact('+48 505 000 111', 'Second')],
      rejects: [],
    });
  });
});
