import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContactTable } from '../../../src/address-book/accounts/contact-table.js';

it('finds each entry once, by its exact name', () => {
  const table = new ContactTable();
  for (const name of ['costarring', 'Ala', 'Ala']) table.add('500100200', name);
  // Both have one 32-bit FNV-1a hash.
  expect(table.find('48500100200', 'liquid')).toBe('other-name');
  expect(table.find('48500100200', 'costarring')).toBe('same');
  expect(table.find('48500100200', 'costarring')).toBe('fewer');
  expect([table.find('500100200', 'Ala'), table.find('500100200', 'Ala')]).toEqual(['same', 'same']);
  expect(table.find('500100201', 'Ala')).toBeUndefined();
  expect([...table.numbers()]).toEqual([{ number: '48500100200', count: 3, finds: 5 }]);
});

it('distinguishes names by any character, including half a surrogate pair', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 2 }), ([name, ...others]) => {
      const table = new ContactTable();
      table.add('500100200', name as string);
      expect(others.map((other) => table.hasEntry('500100200', other))).toEqual(others.map(() => false));
      expect(table.hasEntry('500100200', name as string)).toBe(true);
    }),
  );
  const table = new ContactTable();
  table.add('500100200', '\ud83d');
  expect([table.hasEntry('500100200', '\ud83d'), table.hasEntry('500100200', '\ud83c')]).toEqual([true, false]);
});

it.each([3, 40])('finds each of %i entries of one number once, in any order', (count) => {
  const table = new ContactTable();
  const nameOf = (index: number): string => `name ${index % 20}`;
  for (let index = 0; index < count; index++) table.add('500100200', nameOf(index));
  expect(table.find('500100200', 'name 0')).toBe('same');
  table.add('500100200', 'late');
  const found = Array.from({ length: count - 1 }, (_, index) => table.find('500100200', nameOf(index + 1)));
  expect(new Set(found)).toEqual(new Set(['same']));
  expect(table.find('500100200', 'name 1')).toBe('fewer');
  expect([table.find('500100200', 'late'), table.find('500100200', 'later')]).toEqual(['same', 'other-name']);
});
