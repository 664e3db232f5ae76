import { internationalNumber, withoutInvisible } from '../../../domain/phone-number.js';
import { Problem } from '../../../errors/problem.js';
import type { ReadingOptions } from '../records/format-options.js';
import { type Line, MAX_ROW, type Refuse, readRow, TOO_LONG } from '../records/lines.js';
import { type AddressBookRecord, NO_NUMBER, NO_TELEPHONE_NUMBER, recordsOf } from '../records/records.js';
import { type Property, propertiesOf, rowOf, valuesOf } from './properties.js';

const BEGIN = /^BEGIN:VCARD\s*$/i;
const END = /^END:VCARD\s*$/i;
const VERSION = /^VERSION:\s*(\S*)/i;
const NOT_ENDED = 'is a card without END:VCARD';
const LISTS_OF_GOOGLE: readonly string[] = ['myContacts', 'starred'];

/** Reads cards of the versions 2.1, 3.0 and 4.0: each number of a card in each of its categories. */
export async function* readVcard(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  options: ReadingOptions,
): AsyncGenerator<AddressBookRecord> {
  for await (const card of cardsOf(lines, refuse)) {
    yield* readRow(rowOf(card), refuse, () => readCard(card, options, refuse));
  }
}

async function* cardsOf(lines: AsyncIterable<Line>, refuse: Refuse): AsyncGenerator<readonly Line[]> {
  let card: Line[] = [];
  let length = 0;
  for await (const line of lines) {
    if (BEGIN.test(line.text)) {
      if (card.length > 0) refuse(rowOf(card), NOT_ENDED);
      [card, length] = [[], 0];
    } else if (card.length === 0) {
      if (line.text.trim() !== '') refuse(line, 'is outside of a card');
      continue;
    }
    length += line.text.length;
    if (length <= MAX_ROW) card.push(line);
    if (!END.test(line.text)) continue;
    if (length > MAX_ROW) refuse(rowOf(card), TOO_LONG);
    else yield card;
    [card, length] = [[], 0];
  }
  if (card.length > 0) refuse(rowOf(card), NOT_ENDED);
}

function readCard(
  lines: readonly Line[],
  { group, encoding }: ReadingOptions,
  refuse: Refuse,
): readonly AddressBookRecord[] {
  const version = lines.map(({ text }) => VERSION.exec(text)?.[1]).find((found) => found !== undefined);
  if (version === undefined || !['2.1', '3.0', '4.0'].includes(version)) {
    throw new Problem('is a card of an unsupported version. Supported are 2.1, 3.0 and 4.0');
  }
  const properties = propertiesOf(lines, version, refuse);
  const named = (name: string): readonly Property[] => properties.filter((property) => property.name === name);
  const all = (name: string): readonly string[] =>
    named(name).flatMap((property) => valuesOf(property, version, encoding));
  if ([...all('kind'), ...all('x-addressbookserver-kind')].some((kind) => kind.toLowerCase() === 'group')) {
    throw new Problem('is the card of a group, which is not supported');
  }
  const name = [...all('fn'), ...all('n')].find((value) => value !== '') ?? '';
  const categories = all('categories').filter((category) => category !== '' && !LISTS_OF_GOOGLE.includes(category));
  const groups = [...new Set(categories)].map((category) => ({ name: category }));
  // Some programs write `TEL:` for a missing number.
  const telephones = named('tel').filter(({ value }) => value.trim() !== '');
  if (telephones.length === 0) throw new Problem(NO_NUMBER);
  const numbers = telephones.flatMap((property) =>
    readRow(property.row, refuse, () => [numberOf(property, version, encoding)]),
  );
  return numbers.length === 0 ? [] : recordsOf({ groups, numbers, name }, group, () => undefined);
}

function numberOf(property: Property, version: string, encoding: string | undefined): string {
  const [value = ''] = valuesOf(property, version, encoding);
  // An address may have parameters: `tel:+48-500-100-200;ext=5`.
  const number = withoutInvisible(/^tel:/i.test(value) ? value.replace(/;.*/s, '') : value);
  if (internationalNumber(number) === undefined) throw new Problem(NO_TELEPHONE_NUMBER);
  return number;
}
