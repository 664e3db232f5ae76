import { describe, expect, it } from 'vitest';
import type { sms_param_ext } from '../../generated/types.js';
import { sendMany, sendOne, testGateway, unsent } from './setup.js';

const BINARY = { datacoding: 'bin', udh: '00' } as const;

describe('what stands exactly at a limit is sent', () => {
  it.each<[what: string, sms: sms_param_ext, parts: number]>([
    ['a text of one part where a second is refused', { message: 'a'.repeat(160), single: 1 }, 1],
    ['a text of ten parts', { message: 'a'.repeat(1530) }, 10],
    ['a text of ten parts with special characters', { message: 'ł'.repeat(670) }, 10],
    ['a text without special characters where those are refused', { message: 'à', no_unicode: 1 }, 1],
    ['an idx of 255 characters', { idx: 'aZ9'.repeat(85) }, 1],
    // 140 bytes in a part, one of them the UDH.
    ['a binary message of one part where a second is refused', { ...BINARY, message: 'ab'.repeat(139), single: 1 }, 1],
    ['a binary message of ten parts', { ...BINARY, message: 'Ab'.repeat(1390) }, 10],
    ['a UDH that leaves room for one byte', { datacoding: 'bin', udh: '00'.repeat(139), message: '0F' }, 1],
  ])('%s', async (_what, sms, parts) => {
    const gateway = testGateway();
    expect(await sendOne(gateway, sms)).toMatchObject({ result: 0 });
    expect(gateway.sandbox.account('alice')?.messages).toMatchObject([{ parts }]);
  });

  it('a message with four params', async () => {
    const gateway = testGateway();
    await sendOne(gateway, { message: '[%4%][%3%][%2%][%1%]', arParam: ['a', 'b', 'c', 'd'] });
    expect(gateway.sandbox.account('alice')?.messages).toMatchObject([{ message: 'dcba' }]);
  });

  it('a message to many without idx, which have none then', async () => {
    const gateway = testGateway();
    await sendMany(gateway);
    expect(gateway.sandbox.account('alice')?.messages).toMatchObject([{ idx: '' }, { idx: '' }]);
  });
});

describe('what is just beyond a limit is refused', () => {
  it.each<[what: string, sms: sms_param_ext, code: number]>([
    ['a binary message of eleven parts', { ...BINARY, message: 'ab'.repeat(1391) }, 12],
    ['a binary text that begins with no hexadecimal digits', { ...BINARY, message: 'xxab' }, 30],
    ['a binary text that ends with no hexadecimal digits', { ...BINARY, message: 'abxx' }, 30],
    ['a binary text that ends within a byte', { ...BINARY, message: 'aba' }, 30],
    ['a UDH of no byte', { datacoding: 'bin', udh: '', message: 'ab' }, 30],
  ])('%s', async (_what, sms, code) => {
    expect(await sendOne(testGateway(), sms)).toMatchObject(unsent(code));
  });
});

describe('a number', () => {
  it.each([
    ['500100200', '48500100200'],
    ['48500100200', '48500100200'],
    ['0048500100200', '48500100200'],
    ['+48 (500) 100-200.', '48500100200'],
    // With a country prefix of its own, and 48 somewhere inside.
    ['15485550100', '15485550100'],
    ['4948500100200', '4948500100200'],
    ['1234567890', '1234567890'],
    ['123456789012345', '123456789012345'],
  ])('of the form %s is %s', async (to, number) => {
    const gateway = testGateway();
    await sendOne(gateway, { to });
    expect(gateway.sandbox.account('alice')?.messages).toMatchObject([{ to: number }]);
  });

  it.each(['50010020', '050100200', '4850010020', '485001002001', '4848500100200', '48050100200', '1234567890123456'])(
    'of the form %s is none',
    async (to) => {
      expect(await sendOne(testGateway(), { to })).toMatchObject(unsent(13));
    },
  );
});
