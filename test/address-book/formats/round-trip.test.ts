import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AddressBookRecord } from '../../../src/address-book/formats/records/records.js';
import { read, write } from './given.js';

/** Any Unicode but NUL. Characters with a meaning in files and spreadsheets are frequent. */
const special = fc.constantFrom(
  '"',
  "'",
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '=',
  '+',
  '-',
  '@',
  '0',
  '7',
  ' ',
  'ł',
  '\ufeff',
  '😀',
);
const character = fc.oneof(special, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
const text = fc.array(character, { maxLength: 8 }).map((characters) => characters.join('').replaceAll('\0', ''));
const digits = fc.stringMatching(/^[1-9]\d{8}$/);
const number = fc.oneof(
  digits,
  digits.map((nine) => `48${nine}`),
  digits.map((nine) => `+48 ${nine}`),
  digits.map((nine) => `0048${nine}`),
  digits.map((nine) => `(48)-${nine}`),
  digits.map((nine) => `49${nine}1234`),
);

/** Groups with different names, some with ids. Numbers follow their group directly, or all groups. */
const book = fc
  .uniqueArray(
    fc.record({
      id: fc.option(fc.nat(), { nil: undefined }),
      name: text.filter((name) => name !== ''),
      info: text,
      numbers: fc.array(fc.record({ number, name: text }), { maxLength: 3 }),
    }),
    { selector: ({ name }) => name, maxLength: 5 },
  )
  .filter((groups) => new Set(groups.map(({ id }) => id ?? {})).size === groups.length)
  .chain((groups) => fc.record({ groups: fc.constant(groups), together: fc.boolean() }))
  .map(({ groups, together }): readonly AddressBookRecord[] => {
    const parts = groups.map(({ id, name, info, numbers }) => ({
      group: { kind: 'group' as const, ...(id !== undefined && { id }), name, info },
      numbers: numbers.map((each) => ({
        kind: 'number' as const,
        ...(id !== undefined && { groupId: id }),
        group: name,
        ...each,
      })),
    }));
    if (together) return parts.flatMap(({ group, numbers }) => [group, ...numbers]);
    return [...parts.map(({ group }) => group), ...parts.flatMap(({ numbers }) => numbers)];
  });

it.each([
  ['jsonl', {}],
  ['csv', {}],
  ['csv', { delimiter: ';', bom: true }],
  ['csv', { bom: true }],
] as const)('any address book that is written as %s with %j is read as it was', async (format, options) => {
  await fc.assert(
    fc.asyncProperty(book, async (records) => {
      expect(await read(await write(records, format, options), format)).toEqual({ records, rejects: [] });
    }),
    { numRuns: 500 },
  );
});
