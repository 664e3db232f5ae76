import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { gatewayError } from '../../src/domain/gateway-codes.js';
import { AuthenticationError, ConflictError, GatewayError, InvalidRequestError } from '../../src/errors/errors.js';

describe('a code that is a text', () => {
  it('has the class of the table, and no result', () => {
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

  it.each(['101', 'constructor', 'toString'])(
    'is a plain GatewayError where the table does not know it: %s',
    (code) => {
      const error = gatewayError(code, '');
      expect(error.constructor).toBe(GatewayError);
      expect(error).toMatchObject({ errorCode: code, outcome: 'rejected', message: `gateway code ${code}` });
    },
  );
});

describe('a remedy speaks of the interface in hand', () => {
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
});

describe('what a refusal may hold of others', () => {
  const invalidNumbers = [{ number: '48500100200', submittedNumber: '500100200', message: 'Invalid phone number' }];
  const raw = { error: 53, message: 'Not unique', numbers: ['48500100200'] };

  it('is for programs', () => {
    const error = gatewayError(13, 'No correct phone numbers', { invalidNumbers });
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.invalidNumbers).toEqual(invalidNumbers);
    const conflict = gatewayError(53, 'Not unique', { raw });
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict.raw).toEqual(raw);
    expect(conflict.invalidNumbers).toEqual([]);
    expect(error.raw).toBeUndefined();
  });

  it('is in no log', () => {
    const error = gatewayError(13, 'No correct phone numbers', { invalidNumbers, raw });
    for (const shown of [inspect(error, { depth: 9 }), JSON.stringify(error), String(error), `${error.stack}`]) {
      expect(shown).not.toContain('500100200');
    }
    expect(Object.keys(error)).not.toContain('invalidNumbers');
    expect(Object.keys(error)).not.toContain('raw');
    expect({ ...error }).not.toHaveProperty('raw');
  });
});
