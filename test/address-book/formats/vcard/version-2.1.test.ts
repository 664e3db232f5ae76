import { describe, expect, it } from 'vitest';
import { read } from '../given.js';

const file = (end: string, ...lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:2.1', ...lines, 'END:VCARD', ''].join(end);
const group = 'A';

async function names(...lines: readonly string[]): Promise<readonly string[]> {
  const { records, rejects } = await read(file('\r\n', ...lines, 'TEL;CELL:500100200'), 'vcard', { group });
  return [
    ...records.flatMap((record) => (record.kind === 'number' ? [record.name] : [])),
    ...rejects.map(({ line, reason }) => `line ${line} ${reason}`),
  ];
}

describe('a card of version 2.1', () => {
  it.each(['\r\n', '\n'])(
    'is read: bare parameters, quoted-printable in several lines, categories: %j',
    async (end) => {
      const text = file(
        end,
        'N;LANGUAGE=pl;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Kowalska-D=C4=85browska;=C5=81ucja;Maria;dr;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:dr =C5=81ucja Maria Kowalska-D=C4=',
        '=85browska',
        'TEL;WORK;VOICE:+48 22 100 20 30',
        'item1.TEL;CELL;PREF;VOICE:500 100 200',
        'CATEGORIES;CHARSET=UTF-8;QUOTED-PRINTABLE:Praca,S=C4=85siedzi; Klub',
      );
      const name = 'dr Łucja Maria Kowalska-Dąbrowska';
      const of = (own: string): readonly object[] => [
        { kind: 'group', name: own, info: '' },
        { kind: 'number', group: own, number: '+48 22 100 20 30', name },
        { kind: 'number', group: own, number: '500 100 200', name },
      ];
      expect(await read(text, 'vcard')).toEqual({
        records: ['Praca', 'Sąsiedzi', 'Klub'].flatMap(of),
        rejects: [],
      });
    },
  );

  it.each([
    ['of a name without FN', ['N;CHARSET=UTF-8;QUOTED-PRINTABLE:=C5=BB=C3=B3=C5=82w;Jan;;;jr'], ['Jan Żółw jr']],
    ['with a semicolon in it', ['FN:Nowak\\; Jan'], ['Nowak; Jan']],
    ['in the CHARSET that it names', ['FN;CHARSET=windows-1250;ENCODING=QUOTED-PRINTABLE:=A3=F3d=9F'], ['Łódź']],
    ['in UTF-8 without CHARSET', ['FN;ENCODING=QUOTED-PRINTABLE:=C5=81=C3=B3d=C5=BA'], ['Łódź']],
    ['with a soft end of line behind every letter', ['FN;QUOTED-PRINTABLE:a=', '=', 'b=', 'c'], ['abc']],
    ['in base64', ['FN;ENCODING=BASE64;CHARSET=UTF-8:xYHDs2TFug=='], ['Łódź']],
    ['that is folded without a soft line break', ['FN:Jan', ' Nowak'], ['Jan Nowak']],
  ])('has a name %s', async (_, lines, expected) => {
    expect(await names(...lines)).toEqual(expected);
  });

  it.each([
    ['FN;ENCODING=QUOTED-PRINTABLE:=A3=F3d=9F', 'may be windows-1250'],
    ['FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=A3', 'contains bytes that are invalid in its CHARSET'],
    ['FN;CHARSET=klingon;ENCODING=QUOTED-PRINTABLE:=A3', 'contains bytes that are invalid in its CHARSET'],
  ])('is refused without a readable name: %s', async (line, reason) => {
    expect(await names(line)).toEqual([expect.stringContaining(reason)]);
  });

  it('uses the encoding of the file for values without CHARSET', async () => {
    const text = file('\r\n', 'FN;ENCODING=QUOTED-PRINTABLE:=A3=F3d=9F', 'TEL:500100200');
    const { records } = await read([Buffer.from(text, 'latin1')], 'vcard', { group, encoding: 'windows-1250' });
    expect(records[1]).toMatchObject({ name: 'Łódź' });
  });

  it('has a photograph in any of the forms that programs write, and other properties', async () => {
    const text = file(
      '\r\n',
      'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2',
      'LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:ul. D=B3uga 1=0D=0A=',
      'TEL:500100299=0D=0A=',
      '00-001 Warszawa',
      'PHOTO;TYPE=JPEG;ENCODING=BASE64:',
      ' /9j/4AAQSkZJRgABAQEAYABgAAD',
      ' TEL500100298',
      '',
      'KEY;X509;ENCODING=BASE64:MIICajCCAdOg',
      'AwIBAgICBEUwDQYJKoZI',
      'LOGO;GIF;BASE64:R0lGODdhfgA4',
      '  R0lGODdhfgA4=',
      'FN:Ewa',
      'TEL:500100200',
    );
    const { records, rejects } = await read(text, 'vcard', { group });
    expect(rejects).toEqual([]);
    expect(records).toEqual([
      { kind: 'group', name: 'A', info: '' },
      { kind: 'number', group: 'A', number: '500100200', name: 'Ewa' },
    ]);
  });
});

it('quoted-printable in a card of version 3.0 is read as in 2.1: it can mean nothing else', async () => {
  const text = file('\n', 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=81=', '=C3=B3d=C5=BA', 'TEL:500100200');
  const { records } = await read(text.replace('2.1', '3.0'), 'vcard', { group });
  expect(records[1]).toMatchObject({ name: 'Łódź' });
});
