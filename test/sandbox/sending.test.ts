import { describe, expect, it } from 'vitest';
import type { sms_multi_param, sms_param_ext } from '../../generated/types.js';
import { CLIENT, sendMany, sendOne, testGateway, unsent } from './setup.js';

describe('one message', () => {
  it('is sent by soap_SendSms, charged and recorded', async () => {
    const { stub, sandbox } = testGateway();
    const sms_param = { to: '+48 500-100-200', from: 'Info', message: 'Zażółć & <b>', idx: 'Order7' };
    expect(await stub.soap_SendSms({ client: CLIENT, sms_param })).toEqual({
      response: { result: 0, response: ['1001'], count: 1, points: 0.16, description: 'OK' },
    });
    const account = sandbox.account('alice');
    expect(account?.points).toBe(9.84);
    expect(account?.messages).toMatchObject([
      {
        id: '1001',
        to: '48500100200',
        from: 'Info',
        message: 'Zażółć & <b>',
        idx: 'Order7',
        parts: 1,
        points: 0.16,
      },
    ]);
  });
  it('is refused as Eco with 14 if SOAP has the current variant', async () => {
    const current = testGateway({}, { variant: 'earlier', soapVariant: 'current' });
    expect((await sendOne(current, { from: 'Eco' })).result).toBe(14);
    const earlier = testGateway({}, { variant: 'current', soapVariant: 'earlier' });
    expect((await sendOne(earlier, { from: 'Eco' })).result).toBe(0);
    expect((await sendOne(testGateway({}, { variant: 'current' }), { from: 'Eco' })).result).toBe(14);
  });
});
describe('a send is refused', () => {
  const single: readonly (readonly [number, string, sms_param_ext])[] = [
    [11, 'an empty text', { message: '' }],
    [11, 'a text that is empty once the params are filled in', { message: '[%1%]', arParam: [''] }],
    [12, 'a second part although single is set', { message: 'a'.repeat(161), single: 1 }],
    [
      12,
      'a second binary part although single is set',
      { message: 'ab'.repeat(141), udh: '00', datacoding: 'bin', single: 1 },
    ],
    [13, 'a number that is not correct', { to: '12345' }],
    [13, 'no number', { to: null }],
    [13, 'several numbers in one', { to: '500100200,500100201' }],
    [14, 'a sender of somebody else', { from: 'Bank' }],
    [30, 'a UDH that leaves no room', { message: 'ab', udh: '00'.repeat(140), datacoding: 'bin' }],
    [54, 'a date before 1970', { date: -1 }],
    [12, 'a binary message of eleven parts', { datacoding: 'bin', udh: '00', message: 'ab'.repeat(1391) }],
    [30, 'a binary text that ends within a byte', { datacoding: 'bin', udh: '00', message: 'aba' }],
    [103, 'a price above the points', { message: 'a'.repeat(1530) }],
  ];

  it.each(single)('with %i: %s', async (code, _, sms) => {
    const gateway = testGateway({ points: 1.59 });
    expect(await sendOne(gateway, sms)).toMatchObject(unsent(code));
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 1.59, messages: [], scheduled: [] });
  });

  const multi: readonly (readonly [number, string, sms_multi_param])[] = [
    [13, 'no recipients', { arTo: [] }],
    [13, 'only numbers that are not correct', { arTo: ['1', '', null] }],
    [12, 'one text of several that is too long', { message: '[%1%]', arParams: [['a'], ['a'.repeat(1531)]] }],
    [103, 'a sum above the points', { arTo: ['500100201', '500100202', '500100203'] }],
  ];

  it.each(multi)('by soap_SendMulti with %i: %s', async (code, _, sms) => {
    const gateway = testGateway({ points: 0.47 });
    expect(await sendMany(gateway, sms)).toMatchObject(unsent(code));
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 0.47, messages: [] });
  });
  it('without repeating the request', async () => {
    const { description } = await sendOne(testGateway(), { to: '48123', message: 'secret text' });
    expect(description).toBe('No correct phone numbers');
  });
});

describe('one message to many', () => {
  it('is sent to each valid number', async () => {
    const gateway = testGateway();
    const arTo = ['500100201', 'x', '48500100202', null];
    expect(await sendMany(gateway, { arTo })).toMatchObject({
      result: 0,
      ids: ['1001', '1002'],
      count: 2,
      points: 0.32,
    });
    expect(gateway.sandbox.account('alice')?.messages.map(({ to }) => to)).toEqual(['48500100201', '48500100202']);
  });
});

describe('a test send', () => {
  it('responds like a success, but nothing is sent, charged or recorded', async () => {
    const gateway = testGateway();
    const sms = { test: 1, idx: 'once' };
    expect(await sendOne(gateway, sms)).toEqual({
      result: 0,
      description: 'OK',
      ids: ['1001'],
      count: 1,
      points: 0.16,
    });
    expect(await sendMany(gateway, { test: 1, date: 1_900_000_000 })).toMatchObject(unsent(50));
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 10, messages: [], scheduled: [] });
    const { arSms } = await gateway.stub.soap_GetSmsByIds({ client: CLIENT, arIds: ['1001'] });
    expect(arSms).toEqual([]);
    expect(await sendOne(gateway, sms)).toMatchObject({ result: 0 });
  });
});
