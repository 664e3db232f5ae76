import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { isPhoneNumber, normalizePhoneNumber } from '../../../src/domain/phone-number.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
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
    ['+48\u00a0500\u202f100\u2007200', '48500100200'],
    ['\u202a+48500100200\u202c', '48500100200'],
    ['\ufeff500\u200b100\u200e200\u2069', '48500100200'],
    ['tel:+48-500-100-200', '48500100200'],
  ])('%j becomes %s', (input, number) => {
    expect([normalizePhoneNumber(input), isPhoneNumber(input)]).toEqual([number, true]);
  });

  it.each([
    ['', 'number: has no digits'],
    ['+', 'number: has no digits'],
    ['abc', 'number: contains characters other than digits, spaces and + - . ( )'],
    ['500100200x', 'number: contains characters other than digits, spaces and + - . ( )'],
    ['500,100200', 'number: contains characters other than digits, spaces and + - . ( )'],
    ['\u00a0\u200b', 'number: has no digits'],
    ['٥٠٠١٠٠٢٠٠', 'number: contains characters other than digits, spaces and + - . ( )'],
    ['５００１００２００', 'number: contains characters other than digits, spaces and + - . ( )'],
    ['0500100200', 'number: begins with 0, which is not part of a number; only a leading 00 is removed'],
    ['50010020', 'number: has 8 digits; the shortest number has 9'],
    ['4850010020', 'number: has 8 digits after 48; a Polish number has 9 digits and does not begin with 0'],
    ['48050010020', 'number: has 9 digits after 48; a Polish number has 9 digits and does not begin with 0'],
    ['4912345678901234', 'number: has 16 digits; the longest number has 15'],
    ['999123456789', 'number: does not begin with an assigned country code'],
    [`${' '.repeat(64)}1`, 'number: has more than 64 characters'],
  ])('is not %j, and the error contains the reason', (input, message) => {
    expect(isPhoneNumber(input)).toBe(false);
    expect(() => normalizePhoneNumber(input)).toThrow(
      expect.objectContaining({ name: 'ValidationError', message, path: 'number', gatewayCode: 13 }),
    );
  });

  it('is sent without invisible characters by both clients', async () => {
    const sandbox = createSandbox({ accounts: [{ username: 'demo', password: 'demo-password', tokens: ['t0ken'] }] });
    const transport = sandbox.transport();
    const credentials = { username: 'demo', password: 'demo-password' };
    const client = new SmsServiceClient({ url: 'http://gateway.test', credentials, transport });
    const http = new SmsServiceHttpClient({ url: 'http://gateway.test/', token: 't0ken', transport });
    const copied = (last: number): string => `tel:\u202a+48\u00a0500\u00a0100\u00a020${last}\u202c`;
    await client.sendSms({ to: copied(1), message: 'x' });
    await client.sendMulti({ to: [copied(2), copied(3)], message: 'x' });
    await http.sms.send({ to: [copied(4), copied(5)], message: 'x' });
    await http.mms.send({ to: copied(6), smil: '<smil/>' });
    await http.vms.send({ to: copied(7), tts: 'x' });
    const sent = sandbox.account('demo')?.messages.map(({ to }) => to);
    expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7].map((last) => `4850010020${last}`));
  });

  it('is valid for the gateway if it is valid here, in the same form', async () => {
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
      fc.asyncProperty(number, async (input) => {
        const before = sandbox.account('demo')?.messages.length ?? 0;
        const code = await client.sendSms({ to: input, message: 'x', test: false }).then(
          () => 0,
          (error: { result?: number }) => error.result,
        );
        const sent = sandbox.account('demo')?.messages.slice(before) ?? [];
        if (isPhoneNumber(input)) {
          expect([code, sent.map(({ to }) => to)]).toEqual([0, [normalizePhoneNumber(input)]]);
          correct += 1;
        } else expect([code, sent]).toEqual([13, []]);
      }),
      { numRuns: 500 },
    );
    expect(correct).toBeGreaterThan(100);
  });
});
