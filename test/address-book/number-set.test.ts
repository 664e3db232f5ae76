import { expect, it } from 'vitest';
import { NumberSet } from '../../src/address-book/sides/number-set.js';

it('a set of numbers knows them in every spelling, with their names', () => {
  const set = new NumberSet();
  expect(set.add('+48 500-100-200', 'Ania')).toBe(true);
  expect(set.add('500100200', 'Ania')).toBe(false);
  expect(set.add('no number', 'x')).toBe(true);
  expect(set.add('no number', 'x')).toBe(false);
  expect(set.size).toBe(2);
  expect([set.has('0048500100200'), set.has('500100201'), set.has('no number')]).toEqual([true, false, true]);
  expect(set.mark('48500100200', 'Ania')).toBe(true);
  expect([...set.unmarked()]).toEqual(['no number']);
  expect([set.mark('no number', 'y'), set.mark('500100201', 'x')]).toEqual([false, undefined]);
  expect([...set.unmarked()]).toEqual([]);
});

it('a set of two million numbers is filled as fast as a smaller one, in time for this test', () => {
  const numberOf = (index: number): string => String(48_500_000_000 + index * 37);
  const count = 2_000_000;
  const set = new NumberSet();
  for (let index = 0; index < count; index++) set.add(numberOf(index), 'x');
  expect(set.size).toBe(count);
  for (let index = 0; index < count; index += 1009) {
    expect([set.has(numberOf(index)), set.has(String(48_500_000_001 + index * 37))]).toEqual([true, false]);
  }
});
