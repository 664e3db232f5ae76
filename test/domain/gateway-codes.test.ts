import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { gatewayError, isKnownCode, meaningOfCode } from '../../src/domain/gateway-codes.js';
import {
  AuthenticationError,
  ConflictError,
  GatewayError,
  InvalidRequestError,
  RateLimitError,
} from '../../src/errors/errors.js';

describe('a text code', () => {
  it('has the class of the table and no number', () => {
    const error = gatewayError('authorization_failed', 'Authorization failed', { operation: 'profile' });
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({
      code: 'AUTHENTICATION',
      errorCode: 'authorization_failed',
      result: undefined,
      outcome: 'rejected',
      retryable: false,
      message: 'profile: gateway code authorization_failed "Authorization failed" – check the token',
    });
    expect(error.toJSON()).not.toHaveProperty('result');
  });

  it.each(['101', 'constructor', 'toString'])('is a plain GatewayError if it is unknown: %s', (code) => {
    const error = gatewayError(code, '');
    expect(error.constructor).toBe(GatewayError);
    expect(error).toMatchObject({ errorCode: code, outcome: 'rejected', message: `gateway code ${code}` });
  });
});

describe('a remedy', () => {
  it.each([
    [101, 'gateway code 101 – check username and password', 'gateway code 101 – check the token'],
    [102, 'gateway code 102 – wrong username or password', 'gateway code 102 – the token is not accepted'],
    [
      103,
      'gateway code 103 – not enough points; nothing was sent',
      'gateway code 103 – not enough points; nothing was sent',
    ],
  ])('%i', (code, soap, http) => {
    expect(gatewayError(code, '').message).toBe(soap);
    expect(gatewayError(code, '', { isHttp: true }).message).toBe(http);
    expect(gatewayError(code, '', { isHttp: true, hint: 'look' }).message).toBe(`gateway code ${code} – look`);
  });

  it('names the account only if its credentials are refused', () => {
    const account = 'user alice';
    expect(gatewayError(101, '', { account }).message).toBe(
      'gateway code 101 – check username and password (user alice)',
    );
    expect(gatewayError(101, '', { account: '' }).message).toBe('gateway code 101 – check username and password');
    expect(gatewayError(40, '', { account }).message).toBe('gateway code 40 – no such group');
  });
});

describe('a code', () => {
  it.each([
    [52, 'number', 60_000],
    [202, 'concurrency', undefined],
    [203, 'rate', undefined],
  ] as const)('%d has the exceeded limit: %s', (code, limit, retryAfterMs) => {
    const error = gatewayError(code, '');
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ result: code, limit, retryAfterMs, retryable: true, outcome: 'rejected' });
  });

  it.each([
    [23, 'unknown'],
    [200, 'unknown'],
    [998, 'unknown'],
    [201, 'rejected'],
    [999, 'rejected'],
    [12_345, 'rejected'],
  ])('%d leaves the outcome %s', (code, outcome) => {
    expect(gatewayError(code, '')).toMatchObject({ result: code, outcome, retryable: false });
  });

  it.each<[number | string, boolean, string]>([
    [101, true, 'check username and password'],
    [2062, true, 'it already exists'],
    [1000, true, 'only the main user may do this'],
    [1001, true, 'sub-users'],
    [1193, true, 'sub-users'],
    [1194, false, ''],
    [2000, false, ''],
    [2001, true, 'sender names'],
    [2112, true, 'sender names'],
    [2113, false, ''],
    [3999, false, ''],
    [4000, true, 'contacts'],
    [4280, true, 'contacts'],
    [4281, false, ''],
    [0, false, ''],
    [-101, false, ''],
    ['authorization_failed', true, 'check the token'],
    ['101', false, ''],
    ['1001', false, ''],
    ['constructor', false, ''],
  ])('%s is known: %s', (code, isKnown, meaning) => {
    expect(isKnownCode(code)).toBe(isKnown);
    expect(meaningOfCode(code as number)).toBe(meaning);
    expect(gatewayError(code, '').code === 'GATEWAY').toBe(!isKnown);
  });
});

describe('values of other users in a refusal', () => {
  const invalidNumbers = [{ number: '48500100200', submittedNumber: '500100200', message: 'Invalid phone number' }];
  const raw = { error: 53, message: 'Not unique', numbers: ['48500100200'] };

  it('are available to programs', () => {
    const error = gatewayError(13, 'No correct phone numbers', { invalidNumbers });
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.invalidNumbers).toEqual(invalidNumbers);
    const conflict = gatewayError(53, 'Not unique', { raw });
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict.raw).toEqual(raw);
    expect(conflict.invalidNumbers).toEqual([]);
    expect(error.raw).toBeUndefined();
  });

  it('are in no log', () => {
    const error = gatewayError(13, 'No correct phone numbers', { invalidNumbers, raw });
    for (const shown of [inspect(error, { depth: 9 }), JSON.stringify(error), String(error), `${error.stack}`]) {
      expect(shown).not.toContain('500100200');
    }
    expect(Object.keys(error)).not.toContain('invalidNumbers');
    expect(Object.keys(error)).not.toContain('raw');
    expect({ ...error }).not.toHaveProperty('raw');
  });
});
