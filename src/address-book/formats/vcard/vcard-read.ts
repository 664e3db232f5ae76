import ICAL from 'ical.js';
import { Problem } from '../../../errors/problem.js';
import { recordsOf } from '../records/contact.js';
import { type Line, MAX_ROW, type Refuse, type Row, readRow, TOO_LONG } from '../records/lines.js';
import type { AddressBookRecord } from '../records/records.js';

const BEGIN = /^BEGIN:VCARD\s*$/i;
const END = /^END:VCARD\s*$/i;
const VERSION = /^VERSION:\s*(\S*)/im;

/** Reads cards of the versions 3.0 and 4.0: each number of a card in each of its categories. */
export async function* readVcard(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  group: string | undefined,
): AsyncGenerator<AddressBookRecord> {
  for await (const card of cards(lines, refuse)) {
    yield* readRow(card, refuse, ({ text }) => readCard(text, group, (reason) => refuse(card, reason)));
  }
}

/** Puts lines together to cards; it keeps one card. */
async function* cards(lines: AsyncIterable<Line>, refuse: Refuse): AsyncGenerator<Row> {
  let begun: Line[] = [];
  let length = 0;
  let isLost = false;
  const take = (): Row => {
    const card = { line: begun[0]?.line ?? 0, text: begun.map(({ text }) => text).join('') };
    begun = [];
    length = 0;
    return card;
  };
  for await (const line of lines) {
    const isBegin = BEGIN.test(line.text);
    if (isBegin && begun.length > 0) refuse(take(), NOT_ENDED);
    if (!isBegin && begun.length === 0) {
      if (!isLost && line.text.trim() !== '') refuse(line, 'stands outside of a card');
      if (END.test(line.text)) isLost = false;
      continue;
    }
    begun.push(line);
    length += line.text.length;
    // The rest of a card that is too long is passed over.
    isLost = length > MAX_ROW || line.isTooLong === true;
    if (isLost) refuse(take(), TOO_LONG);
    else if (END.test(line.text)) yield take();
  }
  if (begun.length > 0) refuse(take(), NOT_ENDED);
}

const NOT_ENDED = 'is a card that does not end';

type Property = readonly [name: string, parameters: object, type: string, ...values: unknown[]];

function readCard(
  text: string,
  defaultGroup: string | undefined,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  const version = VERSION.exec(text)?.[1];
  if (version !== '3.0' && version !== '4.0') throw new Problem('is a card of another version than 3.0 and 4.0');
  if (text.split('\n').some(isQuotedPrintable))
    throw new Problem('is quoted-printable, which only cards of version 2.1 may be');
  const properties = parsed(text);
  const valuesOf = (wanted: string): readonly unknown[] =>
    properties.flatMap(([name, , , ...values]) => (name === wanted ? values : []));
  const [name = ''] = valuesOf('fn').filter((value) => value !== '');
  const contact = {
    groups: [...new Set(valuesOf('categories'))]
      .filter((value) => value !== '')
      .map((value) => ({ name: String(value) })),
    numbers: valuesOf('tel').map((value) => withoutScheme(String(value))),
    name: name === '' ? nameOf(valuesOf('n')[0]) : String(name),
  };
  return recordsOf(contact, defaultGroup, refuse);
}

/** Tells whether the value of a property is written as quoted-printable. */
function isQuotedPrintable(line: string): boolean {
  const [head = ''] = line.split(':', 1);
  return head.toUpperCase().split(';').includes('ENCODING=QUOTED-PRINTABLE');
}

function parsed(text: string): readonly Property[] {
  try {
    return (ICAL.parse(text) as [string, Property[]])[1];
  } catch {
    // The message of the parser quotes the card.
    throw new Problem('is not a card as RFC 2426 and RFC 6350 have it');
  }
}

/** Family, given and additional names, prefixes and suffixes; put together as they are spoken. */
function nameOf(value: unknown): string {
  const [family, given, additional, prefix, suffix] = Array.isArray(value) ? (value as unknown[]) : [value];
  return [prefix, given, additional, family, suffix]
    .flat()
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
}

/** A number may be an address: `tel:+48-500-100-200;ext=5`. */
function withoutScheme(value: string): string {
  return /^tel:/i.test(value) ? value.slice('tel:'.length).replace(/;.*/s, '') : value;
}
