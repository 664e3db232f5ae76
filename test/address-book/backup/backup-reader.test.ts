import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupPurpose, isBackupLine } from '../../../src/address-book/backup/backup-lines.js';
import { readBackup } from '../../../src/address-book/backup/backup-reader.js';
import { correctionOverview } from '../../../src/address-book/correct/corrections.js';
import { ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';

type Line = Readonly<Record<string, unknown>>;

const HEAD = { kind: 'plan', of: 'corrections', version: 1, createdAt: '2026-03-01T10:00:00.000Z', accepted: [] };
const GROUP = { kind: 'group', id: 7, name: 'A', info: '' };
const NUMBER = { kind: 'number', groupId: 7, group: 'A', number: '48500100200', name: 'Ela' };
const CORRECTION = { kind: 'correction', groupId: 7, number: '500 100 200', name: 'Ola' };
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  file = path.join(folder, 'backup.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const textOf = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes a plan with an end that fits, but for what is told otherwise. @returns its hash */
function write(lines: readonly Line[], told: Line = {}): string {
  const countOf = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  const hash = hashOf(textOf(lines));
  const counts = { groups: countOf('group'), numbers: countOf('number'), corrections: countOf('correction') };
  writeFileSync(file, textOf([...lines, { kind: 'end', ...counts, hash, ...told }]));
  return hash;
}

/** What is said of a plan that is not taken. */
async function refusal(of: BackupPurpose = 'corrections'): Promise<string> {
  const error = await rejection(readBackup(file, of, {}));
  expect(error).toBeInstanceOf(ValidationError);
  const { path: place, message } = error as ValidationError;
  expect([place, message.startsWith('plan: '), message.includes(file)]).toEqual(['plan', true, true]);
  return message.replace(file, '');
}

describe('a plan that deletes', () => {
  it('is read line by line, and told apart from others by its hash', async () => {
    const hash = write([HEAD, GROUP, NUMBER, CORRECTION]);
    const seen: unknown[] = [];
    const read = await readBackup(file, 'corrections', {
      group: (group, line) => seen.push([group, line]),
      number: (number) => seen.push(number),
      correction: (correction, line) => seen.push([correction, line]),
    });
    expect(seen).toEqual([[GROUP, 2], NUMBER, [CORRECTION, 4]]);
    expect(read).toEqual({ head: HEAD, lines: 5, hash });
  });

  it('can be read through without looking at its lines', async () => {
    write([HEAD, GROUP, NUMBER, CORRECTION]);
    expect(await readBackup(file, 'corrections', {})).toMatchObject({ lines: 5 });
  });

  it.each<readonly [string, readonly Line[], Line, string]>([
    ['fewer groups than are there', [HEAD, GROUP], { groups: 0 }, 'was edited'],
    ['more numbers than are there', [HEAD, GROUP, NUMBER], { numbers: 2 }, 'was edited'],
    ['fewer corrections than are there', [HEAD, GROUP, NUMBER, CORRECTION], { corrections: 0 }, 'was edited'],
    ['another hash', [HEAD, GROUP], { hash: hashOf('') }, 'was edited'],
  ])('is not taken with an end that tells of %s', async (_what, lines, told, message) => {
    write(lines, told);
    expect(await refusal()).toContain(message);
  });

  it.each<readonly [string, readonly Line[], string]>([
    ['a second first line', [HEAD, HEAD], 'has a second first line in line 2'],
    ['a group twice', [HEAD, GROUP, GROUP], 'has in line 3 a group that it has already'],
    ['a number before any group', [HEAD, NUMBER], 'has in line 2 what belongs to no group before it'],
    ['a number of another group', [HEAD, GROUP, { ...NUMBER, groupId: 8 }], 'has in line 3 what belongs to no group'],
    ['a correction of another group', [HEAD, GROUP, { ...CORRECTION, groupId: 8 }], 'has in line 3 what belongs'],
    ['no first line', [GROUP], 'has no first line that says it is a plan'],
    ['a first line of a migration', [{ plan: 1 }], 'is the plan of a migration, not of removal or of corrections'],
    ['a line of a migration', [HEAD, { plan: 1 }], 'has in line 2 no part of such a plan'],
    ['a first line that is anything', [{ kind: 'any' }], 'has in line 1 no part of such a plan'],
  ])('is not taken with %s', async (_what, lines, message) => {
    write(lines);
    expect(await refusal()).toContain(message);
  });

  it('is not taken for another purpose, which is named', async () => {
    write([HEAD]);
    expect(await refusal('removal')).toContain('is a plan of corrections, not of removal');
  });

  it('is not taken where it is not whole, or is not there', async () => {
    expect(await refusal()).toContain('does not exist');
    writeFileSync(file, '');
    expect(await refusal()).toContain('is not whole');
    writeFileSync(file, textOf([HEAD, GROUP]));
    expect(await refusal()).toContain('is not whole');
  });

  it('is not taken with lines behind its end, whatever they are', async () => {
    const hash = write([HEAD]);
    const end = { kind: 'end', groups: 0, numbers: 0, corrections: 0, hash };
    for (const behind of [textOf([end]), textOf([GROUP]), 'x\n']) {
      writeFileSync(file, textOf([HEAD, end]) + behind);
      expect(await refusal()).toContain('has lines behind its end');
    }
  });

  it.each(['500100200 secret', '{"kind":"plan"', '5', 'null', '[]'])(
    'is not taken with a line that is none, of which nothing is said: %s',
    async (line) => {
      for (const before of ['', textOf([HEAD])]) {
        writeFileSync(file, `${before}${line}\n`);
        const message = await refusal();
        expect(message).toContain(`has in line ${before === '' ? 1 : 2} `);
        expect(message).not.toContain('500100200');
        expect(message).toContain(
          /^[\dn[]/.test(line) && line.length < 6 ? 'no part of such a plan' : 'what is no JSON',
        );
      }
    },
  );
});

describe('a line of a plan that deletes', () => {
  it.each([HEAD, GROUP, NUMBER, CORRECTION, { kind: 'end', groups: 1, numbers: 0, corrections: 0, hash: 'x' }])(
    'is one with all of its fields, and no other: $kind',
    (line) => {
      expect(isBackupLine(line)).toBe(true);
      expect(isBackupLine({ ...line, more: 1 })).toBe(false);
      expect(isBackupLine({ ...line, kind: [line.kind] })).toBe(false);
      for (const name of Object.keys(line)) {
        if (line.kind === 'correction' && name === 'name') continue;
        expect(isBackupLine({ ...line, [name]: undefined })).toBe(false);
      }
    },
  );

  it.each([null, undefined, 5, 'plan', [], {}, { kind: 'toString' }])('is no %j', (value) => {
    expect(isBackupLine(value)).toBe(false);
  });
});

describe('a plan of corrections', () => {
  it('is told by group, with what each number had before in the order of texts', async () => {
    const other = { kind: 'group', id: 8, name: 'B', info: '' };
    write([
      HEAD,
      GROUP,
      NUMBER,
      { ...NUMBER, number: '500-100-200', name: 'Ala' },
      { ...NUMBER, number: '48500100201', name: 'Jan' },
      CORRECTION,
      { kind: 'correction', groupId: 7, number: '48500100201' },
      other,
      { ...NUMBER, groupId: 8, group: 'B' },
      { ...CORRECTION, groupId: 8 },
    ]);
    const { groups } = await correctionOverview(file);
    expect(groups).toEqual([
      {
        id: 7,
        name: 'A',
        corrections: [
          { line: 6, number: '500 100 200', name: 'Ola', before: ['Ala', 'Ela'] },
          { line: 7, number: '48500100201', name: undefined, before: ['Jan'] },
        ],
      },
      { id: 8, name: 'B', corrections: [{ line: 10, number: '500 100 200', name: 'Ola', before: ['Ela'] }] },
    ]);
  });

  it('has the entries of a number before its correction, in that group', async () => {
    write([HEAD, GROUP, NUMBER, { kind: 'group', id: 8, name: 'B', info: '' }, { ...CORRECTION, groupId: 8 }]);
    const error = await rejection(correctionOverview(file));
    expect(error).toMatchObject({
      path: 'plan',
      message: `plan: has no entries before the correction in line 5: ${file}`,
    });
  });
});
