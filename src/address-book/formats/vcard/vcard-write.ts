import type { AddressBookRecord } from '../records/records.js';
import { isOfProgram, PRODUCT } from './product.js';

/** The most bytes of a line (RFC 2426 section 2.6). */
const MAX_LINE = 75;
const SPECIAL = /[\\;,]/g;
const LINE_END = /\r\n?/g;
/** Controls but a tab and a line feed: no value of a card may have them (RFC 2426 section 4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/g;

/** The part of a text that a card can have: each end of a line is one sign there, and no control is any. */
export function carriedByCards(text: string): string {
  return text.replace(LINE_END, '\n').replace(CONTROLS, '');
}

/** Writes a card of version 3.0 for each number, with its group as a category; nothing for a group. */
export async function* writeVcard(records: AsyncIterable<AddressBookRecord>): AsyncGenerator<string> {
  for await (const record of records) {
    if (record.kind === 'group') continue;
    const { group, number, name } = record;
    const text = escaped(name);
    yield [
      'BEGIN:VCARD',
      'VERSION:3.0',
      ...(isOfProgram(group) ? [`PRODID:${PRODUCT}`] : []),
      `FN:${text}`,
      name === '' ? 'N:;;;;' : `N:;${text};;;`,
      `TEL:${escaped(number)}`,
      ...(group === '' ? [] : [`CATEGORIES:${escaped(group)}`]),
      'END:VCARD',
      '',
    ]
      .map(folded)
      .join('\r\n');
  }
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&').replaceAll('\n', '\\n');
}

/** Cuts a line that is too long, and no character of it. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE) return line;
  const lines: string[] = [];
  let begun = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE) {
      lines.push(begun);
      // The space that it goes on with.
      [begun, bytes] = [' ', 1];
    }
    begun += character;
    bytes += size;
  }
  return [...lines, begun].join('\r\n');
}
