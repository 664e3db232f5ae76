import { describe, expect, it } from 'vitest';
import { texts, wholeNumber } from '../../src/domain/check-values.js';

const FIELD = ['field', 'soap_SendSms'] as const;
const refused = (message: string): unknown =>
  expect.objectContaining({ message: `soap_SendSms: field: ${message}`, path: 'field' });

describe('a value for the gateway', () => {
  it('is a whole number of 32 bits', () => {
    for (const value of [0, -1, 2_147_483_647, -2_147_483_648]) expect(wholeNumber(value, ...FIELD)).toBe(value);
    for (const value of [2_147_483_648, -2_147_483_649]) {
      expect(() => wholeNumber(value, ...FIELD)).toThrow(refused('does not fit into 32 bits (-2^31 to 2^31 - 1)'));
    }
    for (const value of [1.5, '1', null, 1n, Number.NaN]) {
      expect(() => wholeNumber(value, ...FIELD)).toThrow(refused('must be a whole number'));
    }
  });

  it('is a list of texts without holes', () => {
    expect(texts(['a', ''], ...FIELD)).toEqual(['a', '']);
    for (const value of ['ab', { length: 1, 0: 'a' }, new Set(['a'])]) {
      expect(() => texts(value, ...FIELD)).toThrow(refused('must be an array'));
    }
    const sparse: string[] = [];
    sparse[1] = 'b';
    expect(() => texts(sparse, ...FIELD)).toThrow(expect.objectContaining({ path: 'field[0]' }));
  });
});
