import { expect, it } from 'vitest';
import { EntrySet } from '../../../src/address-book/sides/entry-set.js';

it('a set of entries has each number in whatever spelling, under its names alone, however many there are', () => {
  const set = new EntrySet();
  for (let index = 0; index < 20_000; index++) set.add(String(48_500_000_000 + index), `P${index}`);
  set.add('+48 600 100 200', 'Ania');
  set.add('600100200', 'Ania');
  set.add('not a number', 'x');
  expect([set.has('0048600100200', 'Ania'), set.has('48600100200', 'ania'), set.has('not a number', 'x')]).toEqual([
    true,
    false,
    true,
  ]);
  let wrong = 0;
  for (let index = 0; index < 20_000; index++) {
    if (!set.has(String(48_500_000_000 + index), `P${index}`)) wrong += 1;
    if (set.has(String(48_500_000_000 + index), `P${index + 1}`)) wrong += 1;
  }
  expect(wrong).toBe(0);
});
