import type { Random } from '../../random.js';
import { PERSON, secretNumber } from '../secrets.js';
import { JSON_MARKS } from './json-tokens.js';

/** The tokens of each format. */
export const CSV_TOKENS = [
  '"',
  ...['""', "'", ',', ';', '\t', '\r\n', '\n', '\r', '=1+1', '@', ' ::: ', '* ', '","', '"\n', '0'],
] as const;
export const VCARD_TOKENS = [
  'BEGIN:VCARD\r\n',
  ...['END:VCARD\r\n', 'VERSION:2.1\r\n', 'VERSION:4.0\r\n', 'TEL:48500100200\r\n', 'TEL;TYPE=cell:'],
  ...['CATEGORIES:a,b,c\r\n', 'CATEGORIES:', 'N:a;b;c\r\n', 'FN:', ';ENCODING=QUOTED-PRINTABLE'],
  ...[';CHARSET=windows-1250', ';CHARSET=UTF-8', '=\r\n', '=C5=81', '=A3', 'AGENT:\r\nBEGIN:VCARD\r\n'],
  ...[';BASE64:', 'KIND:group\r\n', ';ENCODING=b', ';VALUE=uri:tel:', 'item1.', '\r\n ', '\r\n\t', '\\n', '\\'],
  ...[';', ',', ':', '"', '=', '^n'],
] as const;
export const JSON_TOKENS: readonly [string, ...string[]] = [...JSON_MARKS, '"kind":"number",', '"kind":"end",'];

interface CsvLayout {
  readonly head: string;
  readonly row: (index: number) => string;
  /** Approximate number of bytes of a row. */
  readonly size: number;
}

/** Header lines of this library, of Google, of Outlook, and of an unknown program. */
const CSV_LAYOUTS: readonly [CsvLayout, ...CsvLayout[]] = [
  {
    head: 'group_id,group,info,number,name',
    row: (i) => `${i % 5},Grupa ${i % 5},"a ""b"", c",${secretNumber(i)},${PERSON}`,
    size: 50,
  },
  {
    head: 'Name,Given Name,Labels,Phone 1 - Value',
    row: (i) => `,${PERSON},A ::: * myContacts ::: B,+${secretNumber(i)} ::: ${secretNumber(i + 1)}`,
    size: 70,
  },
  {
    head: 'First Name;Last Name;Mobile Phone;Categories',
    row: (i) => `Zofia;Tajna;${secretNumber(i)};"A;B"`,
    size: 40,
  },
  { head: 'group,number,name', row: (i) => `G${i % 3},${secretNumber(i)},'+48`, size: 24 },
];

export function csvText(random: Random, bytes: number): string {
  const end = random.pick(['\r\n', '\n']);
  const { head, row, size } = random.pick(CSV_LAYOUTS);
  const count = Math.ceil((bytes / size) * (bytes > 10_000 ? 1 : random.next()));
  return [head, ...Array.from({ length: count }, (_, index) => row(index)), ''].join(end);
}

/** In the form of all versions, and in the form of version 2.1. */
const NAMES: readonly [string, ...string[]] = [
  'N:Tajna;Zofia;;dr;',
  'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zofia=\r\n =C5=81ajna',
  'N;QUOTED-PRINTABLE;CHARSET=iso-8859-2:=A3ajna;Zofia',
  'FN;CHARSET=UTF-8;ENCODING=BASE64:WsWBYQ==',
];

export function vcardText(random: Random, bytes: number): string {
  const card = (index: number): string =>
    [
      'BEGIN:VCARD',
      `VERSION:${random.pick(['2.1', '3.0', '4.0'])}`,
      random.chance(0.6) ? `FN:${PERSON}` : random.pick(NAMES),
      `TEL;TYPE=cell:+${secretNumber(index)}`,
      ...(random.chance(0.3) ? [`item1.TEL;VALUE=uri:tel:+48-500-100-2${(index % 90) + 10}`] : []),
      ...(random.chance(0.7) ? [`CATEGORIES:Grupa ${index % 4},B`] : []),
      ...(random.chance(0.2) ? ['NOTE:a\\, b\\; c\\n', '  folded'] : []),
      'END:VCARD',
      '',
    ].join('\r\n');
  const count = Math.ceil((bytes / 130) * (bytes > 10_000 ? 1 : random.next()));
  return Array.from({ length: count }, (_, index) => card(index)).join('');
}

export function jsonLines(random: Random, bytes: number): string {
  const lines: string[] = [];
  const count = Math.ceil((bytes / 95) * (bytes > 10_000 ? 1 : random.next()));
  for (let index = 0; index < count; index++) {
    const id = Math.floor(index / 8);
    const withId = random.chance(0.9);
    const group = `Grupa ${id}`;
    if (index % 8 === 0) lines.push(JSON.stringify({ kind: 'group', ...(withId && { id }), name: group, info: 'i' }));
    else {
      const named = { group, number: secretNumber(index), name: PERSON };
      lines.push(JSON.stringify({ kind: 'number', ...(withId && { groupId: id }), ...named }));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}
