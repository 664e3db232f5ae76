import { expect, it } from 'vitest';
import { ContactTable } from '../../../src/address-book/accounts/contact-table.js';

it('finds each of two million numbers, and no other', () => {
  const numberOf = (index: number): string => String(48_500_000_000 + index * 37);
  const count = 2_000_000;
  const table = new ContactTable();
  for (let index = 0; index < count; index++) table.add(numberOf(index), `name ${index}`);
  expect(table.size).toBe(count);
  for (let index = 0; index < count; index += 1009) {
    expect([table.find(numberOf(index), `name ${index}`), table.has(String(48_500_000_001 + index * 37))]).toEqual([
      'same',
      false,
    ]);
  }
});
