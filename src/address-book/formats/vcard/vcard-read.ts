import { internationalNumber, withoutInvisible } from '../../../domain/phone-number.js';
import { Problem } from '../../../errors/problem.js';
import { NO_NUMBER, NO_TELEPHONE_NUMBER, recordsOf } from '../records/contact.js';
import { type Line, type Refuse, readRow } from '../records/lines.js';
import type { AddressBookRecord } from '../records/records.js';
import { cards, rowOf } from './cards.js';
import { isOfProgram, PRODUCT } from './product.js';
import { type Property, propertiesOf } from './properties.js';
import { type Reading, type Version, valuesOf } from './value.js';

/** Options for reading cards. */
export interface VcardReading {
  /** For cards that name no group. */
  readonly group: string | undefined;
  /** The encoding of the file, where the caller has given it: what has no CHARSET is taken for it, too. */
  readonly encoding: string | undefined;
}

const VERSION = /^VERSION:\s*(\S*)/i;
const VERSIONS: readonly string[] = ['2.1', '3.0', '4.0'];

/** Reads cards of the versions 2.1, 3.0 and 4.0: each number of a card in each of its categories. */
export async function* readVcard(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  options: VcardReading,
): AsyncGenerator<AddressBookRecord> {
  for await (const card of cards(lines, refuse)) {
    yield* readRow(rowOf(card), refuse, () => readCard(card, options, refuse));
  }
}

function readCard(
  lines: readonly Line[],
  { group, encoding }: VcardReading,
  refuse: Refuse,
): readonly AddressBookRecord[] {
  const version = lines.map(({ text }) => VERSION.exec(text)?.[1]).find((found) => found !== undefined);
  if (version === undefined || !VERSIONS.includes(version)) {
    throw new Problem('is a card of another version than 2.1, 3.0 and 4.0');
  }
  const reading: Reading = { version: version as Version, encoding };
  const properties = propertiesOf(lines, version === '2.1', refuse);
  const named = (name: string): readonly Property[] => properties.filter((property) => property.name === name);
  const all = (name: string): readonly string[] => named(name).flatMap((property) => valuesOf(property, reading));
  if ([...all('kind'), ...all('x-addressbookserver-kind')].some((kind) => kind.toLowerCase() === 'group')) {
    throw new Problem('is the card of a group, whose members are not read');
  }
  const name = all('fn').find((value) => value !== '') ?? all('n').find((value) => value !== '') ?? '';
  const groups = groupsOf(all('categories'), all('prodid').includes(PRODUCT));
  const given = named('tel').filter((property) => !isEmpty(property));
  if (given.length === 0) throw new Problem(NO_NUMBER);
  const numbers = given.flatMap((property) => numberOf(property, reading, refuse));
  return numbers.length === 0 ? [] : recordsOf({ groups, numbers, name }, group, NEVER);
}

/** Each number is looked at before. */
const NEVER = (): void => undefined;

function groupsOf(categories: readonly string[], isOwn: boolean): readonly { readonly name: string }[] {
  return [...new Set(categories)]
    .filter((name) => name !== '' && (isOwn || !isOfProgram(name)))
    .map((name) => ({ name }));
}

/** Some programs write `TEL:` for a number that a person has not filled in. */
function isEmpty({ head, text }: Property): boolean {
  return text.slice(head.length + 1).trim() === '';
}

/** The number of a property; none where it is refused. */
function numberOf(property: Property, reading: Reading, refuse: Refuse): readonly string[] {
  return readRow(property.row(), refuse, () => {
    const [value = ''] = valuesOf(property, reading);
    const number = withoutInvisible(withoutParameters(value));
    if (internationalNumber(number) === undefined) throw new Problem(NO_TELEPHONE_NUMBER);
    return [number];
  });
}

/** Removes the parameters of an address: `tel:+48-500-100-200;ext=5`. */
function withoutParameters(value: string): string {
  return /^tel:/i.test(value) ? value.replace(/;.*/s, '') : value;
}
