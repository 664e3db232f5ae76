import fc, { type Arbitrary } from 'fast-check';
import { isXmlCharacter } from '../../../src/xml/chars.js';

const character = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'ż', '<', '>', '&', '"', "'", ' ', '\t', '\n', '\r', ']', '#', '😀') },
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  .filter((text) => [...text].every((one) => isXmlCharacter(one.codePointAt(0) ?? 0)));
const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''));
const word = fc.stringMatching(/^[a-z]{1,5}$/);
const between = (min: bigint, max: bigint): Arbitrary<bigint> => fc.bigInt({ min, max });
const bytes = fc.uint8Array({ maxLength: 5 }).map((some) => Buffer.from(some));

/** Values of simple types, as they are read again. */
export const SCALARS: Readonly<Record<string, Arbitrary<unknown>>> = {
  string: text,
  token: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
  decimal: fc.constantFrom('0', '-1.50', '123456789012345678901234567890.5'),
  dateTime: fc.constantFrom('2026-11-24T01:02:03.5+02:00', '1999-12-31T00:00:00Z'),
  gMonthDay: fc.constantFrom('--11-24', '--02-29Z'),
  NCName: word,
  int: fc.integer(),
  unsignedByte: fc.integer({ min: 0, max: 255 }),
  double: fc.double(),
  long: between(-(2n ** 63n), 2n ** 63n - 1n),
  integer: between(-(10n ** 30n), 10n ** 30n),
  boolean: fc.boolean(),
  base64Binary: bytes,
  hexBinary: bytes,
};

/** Values of lists: not empty and without white space. */
export function wordsOf(codec: string): Arbitrary<unknown> {
  const values = SCALARS[codec] ?? word;
  return values.filter((value) =>
    value instanceof Uint8Array ? value.length > 0 : typeof value !== 'string' || /^[^\s]+$/.test(value),
  );
}
