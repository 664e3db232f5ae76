import { describe, expect, it } from 'vitest';
import { unixSeconds } from '../../src/client/to-wire.js';

const FIELD = ['field', 'soap_SendSms'] as const;
const refused = (message: string, gatewayCode?: number): unknown =>
  expect.objectContaining({ message: `soap_SendSms: field: ${message}`, path: 'field', gatewayCode });

describe('a value for the wire', () => {
  it('is a date in whole seconds of 32 bits, from 1970 on', () => {
    expect(unixSeconds(new Date(0), ...FIELD)).toBe(0);
    expect(unixSeconds(new Date('2038-01-19T03:14:07.999Z'), ...FIELD)).toBe(2_147_483_647);
    const tooLate = 'is after 2038-01-19, which does not fit into 32 bits';
    expect(() => unixSeconds(new Date('2038-01-19T03:14:08Z'), ...FIELD)).toThrow(refused(tooLate, 54));
    expect(() => unixSeconds(new Date(-1), ...FIELD)).toThrow(refused('is before 1970', 54));
    for (const value of [new Date('x'), 0, '2026-01-01', null]) {
      expect(() => unixSeconds(value, ...FIELD)).toThrow(refused('must be a valid Date', 54));
    }
  });
});
