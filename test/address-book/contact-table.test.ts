import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContactTable } from '../../src/address-book/sides/contact-table.js';

it('knows numbers in every spelling, with all of their names', () => {
  const table = new ContactTable();
  expect(table.add('+48 500-100-200', 'Ala')).toBe(true);
  expect(table.add('500100200', 'Ola')).toBe(false);
  expect(table.add('no number', 'x')).toBe(true);
  expect(table.size).toBe(3);
  expect(table.namesOf('0048500100200')).toEqual(['Ala', 'Ola']);
  expect(table.namesOf('500100201')).toEqual([]);
  expect([table.has('no number'), table.has('no numbers')]).toEqual([true, false]);
});

it('finds each entry once, by its name as it is', () => {
  const table = new ContactTable();
  for (const name of ['costarring', 'Ala', 'Ala']) table.add('500100200', name);
  // Both have one 32-bit FNV-1a hash.
  expect(table.find('48500100200', 'liquid')).toBe('other-name');
  expect(table.find('48500100200', 'costarring')).toBe('same');
  expect(table.find('48500100200', 'costarring')).toBe('fewer');
  expect([table.find('500100200', 'Ala'), table.find('500100200', 'Ala')]).toEqual(['same', 'same']);
  expect(table.find('500100201', 'Ala')).toBeUndefined();
  expect([...table.numbers()]).toEqual([{ number: '48500100200', count: 3, asked: 5 }]);
});

it('keeps names of any characters, halves of surrogate pairs among them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (names) => {
      const table = new ContactTable();
      for (const name of names) table.add('500100200', name);
      expect(table.namesOf('500100200')).toEqual(names);
    }),
  );
  const table = new ContactTable();
  table.add('500100200', '\ud83d');
  expect(table.namesOf('500100200')).toEqual(['\ud83d']);
});

it.each([3, 40])('finds each of %i entries of one number once, in whatever order they are added and found', (count) => {
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
