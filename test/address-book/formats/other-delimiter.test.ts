import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressBookRecord } from '../../../src/address-book/formats/records/records.js';
import { read, write } from './given.js';
import { type Quotes, splitCells } from './split-cells.js';

const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const DELIMITERS = [',', ';', '\t'];
const QUOTES: readonly Quotes[] = ['at the beginning', 'anywhere', 'nowhere'];

const special = fc.constantFrom(...'",;=+-@\'\t\n\r'.split(''), '\r\n', 'a', '7', ' ', '＝', '""', ',=', ';"=');
const text = fc.array(special, { maxLength: 10 }).map((characters) => characters.join(''));
const book = fc
  .array(fc.record({ name: text, info: text, names: fc.array(text, { maxLength: 3 }) }), { maxLength: 3 })
  .map((groups): readonly AddressBookRecord[] =>
    groups.flatMap(({ name, info, names }, id) => [
      { kind: 'group' as const, id, name, info },
      ...names.map((one, index) => ({
        kind: 'number' as const,
        groupId: id,
        group: name,
        number: `48500100${200 + index}`,
        name: one,
      })),
    ]),
  );

describe('a file that is opened with another delimiter', () => {
  it.each([',', ';'] as const)('has no cell that is a formula: written with %s', async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(book, fc.boolean(), async (records, bom) => {
        const file = await write(records, 'csv', { delimiter, bom });
        for (const other of DELIMITERS) {
          for (const quotes of QUOTES) {
            const formulas = splitCells(file, other, quotes).filter((cell) => FORMULA.test(cell));
            expect(formulas, JSON.stringify([file, other, quotes])).toEqual([]);
          }
        }
        expect(await read(file, 'csv')).toEqual({ records, rejects: [] });
      }),
      { numRuns: 1500 },
    );
  });
});
