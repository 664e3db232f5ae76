import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { isPhoneNumber, normalizePhoneNumber } from '../../../src/domain/recipients/normalize-phone-number.js';
import { ValidationError } from '../../../src/errors/errors.js';
import { createSandbox } from '../../../src/sandbox/index.js';

describe('a telephone number', () => {
  it.each([
    ['500100200', '48500100200'],
    ['48500100200', '48500100200'],
    ['+48500100200', '48500100200'],
    ['0048500100200', '48500100200'],
    ['(+48) 500-100-200', '48500100200'],
    ['500.100.200', '48500100200'],
    ['480100200', '48480100200'],
    ['22 621 00 00', '48226210000'],
    ['+44 7700 900123', '447700900123'],
    ['1 202 555 0123', '12025550123'],
    ['00 380 44 123 45 67', '380441234567'],
    ['998901234567890', '998901234567890'],
  ])('%j is %s to the gateway', (given, number) => {
    expect([normalizePhoneNumber(given), isPhoneNumber(given)]).toEqual([number, true]);
  });

  it.each([
    ['', 'number: has no digits'],
    ['+', 'number: has no digits'],
    ['00', 'number: has no digits'],
    ['abc', 'number: has characters besides digits, spaces and + - . ( )'],
    ['500100200x', 'number: has characters besides digits, spaces and + - . ( )'],
    ['500,100200', 'number: has characters besides digits, spaces and + - . ( )'],
    ['500100200\n', 'number: has characters besides digits, spaces and + - . ( )'],
    ['５００１００２００', 'number: has characters besides digits, spaces and + - . ( )'],
    ['0500100200', 'number: begins with 0, which is no part of a number; of 00 two are taken away'],
    ['00048500100200', 'number: begins with 0, which is no part of a number; of 00 two are taken away'],
    ['50010020', 'number: has 8 digits, and the shortest number has 9'],
    ['4850010020', 'number: has 8 digits behind 48, and a Polish number has 9 from 1 on'],
    ['48050010020', 'number: has 9 digits behind 48, and a Polish number has 9 from 1 on'],
    ['485001002003', 'number: has 10 digits behind 48, and a Polish number has 9 from 1 on'],
    ['4912345678901234', 'number: has 16 digits, and the longest number has 15'],
    ['999123456789', 'number: begins with no country code that is assigned'],
    [`${' '.repeat(64)}1`, 'number: has more than 64 characters'],
  ])('is not %j, and it is said why', (given, message) => {
    expect(isPhoneNumber(given)).toBe(false);
    expect(() => normalizePhoneNumber(given)).toThrow(
      expect.objectContaining({ name: 'ValidationError', message, path: 'number', gatewayCode: 13 }),
    );
  });

  it.each<unknown>([500_100_200, null, undefined, ['500100200'], {}])('is a text: %j is refused', (given) => {
    expect(() => normalizePhoneNumber(given as string)).toThrow(ValidationError);
    expect(isPhoneNumber(given)).toBe(false);
  });

  it('is one to the gateway where it is one here, in the same form', async () => {
    const sandbox = createSandbox();
    const credentials = { username: 'demo', password: 'demo-password' };
    const client = new SmsServiceClient({ url: 'http://gateway.test', credentials, transport: sandbox.transport() });
    const digits = (most: number): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...'0123456789'), { minLength: 7, maxLength: most }).map((all) => all.join(''));
    const marks = fc.array(fc.constantFrom('', '', '', ' ', '-', '.', '(', ')', '+'), { minLength: 20, maxLength: 20 });
    const number = fc
      .tuple(fc.constantFrom('', '', '48', '+48', '0048', '00', '0', 'x', '999'), digits(13), marks)
      .map(([prefix, rest, between]) => prefix + [...rest].map((digit, at) => digit + between[at]).join(''));
    let correct = 0;
    await fc.assert(
      fc.asyncProperty(number, async (given) => {
        const before = sandbox.account('demo')?.messages.length ?? 0;
        const code = await client.sendSms({ to: given, message: 'x', test: false }).then(
          () => 0,
          (error: { result?: number }) => error.result,
        );
        const sent = sandbox.account('demo')?.messages.slice(before) ?? [];
        if (isPhoneNumber(given)) {
          expect([code, sent.map(({ to }) => to)]).toEqual([0, [normalizePhoneNumber(given)]]);
          correct += 1;
        } else expect([code, sent]).toEqual([13, []]);
      }),
      { numRuns: 500 },
    );
    expect(correct).toBeGreaterThan(100);
  });
});
