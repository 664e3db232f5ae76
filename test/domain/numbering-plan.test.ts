import { describe, expect, it } from 'vitest';
import { hasAssignedPrefix, isLandline, isPolish } from '../../src/domain/phone-number.js';

describe('a country code', () => {
  it.each([
    ['15485550100', 'of one digit'],
    ['77012345678', 'of one digit'],
    ['48500100200', 'of two digits'],
    ['998901234567', 'of three digits'],
    ['38344123456', 'of three digits, Kosovo'],
    ['21191234567', 'of three digits, South Sudan'],
    ['80012345678', 'of no country: freephone'],
    ['870123456789', 'of no country: satellites'],
  ])('of %s is assigned (%s)', (number) => {
    expect(hasAssignedPrefix(number)).toBe(true);
  });

  it.each([
    '999123456789',
    '210123456789',
    '259123456789',
    '28123456789',
    '384123456789',
    '671234567890',
    '89123456789',
    '0',
  ])('of %s is not', (number) => {
    expect(hasAssignedPrefix(number)).toBe(false);
  });
});

describe('a number', () => {
  it.each([
    ['48221234567', true, true],
    ['48121234567', true, true],
    ['48951234567', true, true],
    ['48500100200', true, false],
    ['48451234567', true, false],
    ['48801234567', true, false],
    ['4922112345678', false, false],
    ['22123456789', false, false],
  ])('%s: Polish %s, a landline %s', (number, polish, landline) => {
    expect([isPolish(number), isLandline(number)]).toEqual([polish, landline]);
  });
});
