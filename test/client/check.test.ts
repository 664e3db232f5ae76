import { describe, expect, it } from 'vitest';
import { flag, texts, unixSeconds, wholeNumber } from '../../src/client/check.js';

const FIELD = ['field', 'soap_SendSms'] as const;
const refused = (message: string, gatewayCode?: number): unknown =>
  expect.objectContaining({ message: `soap_SendSms: field: ${message}`, path: 'field', gatewayCode });

describe('a value for the wire', () => {
  it('is a whole number of 32 bits', () => {
    for (const value of [0, -1, 2_147_483_647, -2_147_483_648]) expect(wholeNumber(value, ...FIELD)).toBe(value);
    for (const value of [2_147_483_648, -2_147_483_649]) {
      expect(() => wholeNumber(value, ...FIELD)).toThrow(refused('does not fit into 32 bits'));
    }
    for (const value of [1.5, '1', null, 1n, Number.NaN]) {
      expect(() => wholeNumber(value, ...FIELD)).toThrow(refused('is not a whole number'));
    }
  });

  it('is a date in whole seconds of 32 bits, from 1970 on', () => {
    expect(unixSeconds(new Date(0), ...FIELD)).toBe(0);
    expect(unixSeconds(new Date('2038-01-19T03:14:07.999Z'), ...FIELD)).toBe(2_147_483_647);
    const tooLate = 'is after 2038-01-19, which does not fit into 32 bits';
    expect(() => unixSeconds(new Date('2038-01-19T03:14:08Z'), ...FIELD)).toThrow(refused(tooLate, 54));
    expect(() => unixSeconds(new Date(-1), ...FIELD)).toThrow(refused('is before 1970', 54));
    for (const value of [new Date('x'), 0, '2026-01-01', null]) {
      expect(() => unixSeconds(value, ...FIELD)).toThrow(refused('is not a valid Date', 54));
    }
  });

  it('is a list of texts without holes', () => {
    expect(texts(['a', ''], ...FIELD)).toEqual(['a', '']);
    for (const value of ['ab', { length: 1, 0: 'a' }, new Set(['a'])]) {
      expect(() => texts(value, ...FIELD)).toThrow(refused('is not an array'));
    }
    const sparse: string[] = [];
    sparse[1] = 'b';
    expect(() => texts(sparse, ...FIELD)).toThrow(expect.objectContaining({ path: 'field[0]' }));
  });

  it('is a flag, or nothing', () => {
    expect([flag(true, ...FIELD), flag(false, ...FIELD), flag(undefined, ...FIELD)]).toEqual([1, 0, undefined]);
    for (const value of [1, 'true', null]) expect(() => flag(value, ...FIELD)).toThrow(refused('is not true or false'));
  });
});
