import { describe, expect, it } from 'vitest';
import { deleteAllScheduled } from '../../../../src/sandbox/gateway/operations/history.js';
import type { SendOrder } from '../../../../src/sandbox/gateway/operations/sending/orders.js';
import { sendMms } from '../../../../src/sandbox/gateway/operations/sending/send-mms.js';
import { sendVms } from '../../../../src/sandbox/gateway/operations/sending/send-vms.js';
import type { SandboxOptions } from '../../../../src/sandbox/index.js';
import { CLIENT, START, stubOf } from '../../setup.js';
import { calledGateway, refusal, sms } from '../gateway-call.js';

const HOUR_MS = 3_600_000;
const checked = { idx: ['Order7'], checkIdx: true } as const;

describe('an idx that is checked', () => {
  it('is refused when it was used in the last 24 hours, whatever its case', () => {
    const gateway = calledGateway();
    sms(gateway, checked);
    gateway.setClock(24 * HOUR_MS);
    expect(refusal(() => sms(gateway, { ...checked, idx: ['oRDER7'] })).code).toBe(53);
    gateway.setClock(24 * HOUR_MS + 1);
    expect(sms(gateway, checked).messages).toHaveLength(1);
  });

  it('is refused for four days where the gateway keeps it so long', () => {
    const gateway = calledGateway({}, { usedIdxHours: 96 });
    sms(gateway, checked);
    gateway.setClock(96 * HOUR_MS);
    expect(refusal(() => sms(gateway, checked)).code).toBe(53);
    gateway.setClock(96 * HOUR_MS + 1);
    expect(sms(gateway, checked).messages).toHaveLength(1);
  });

  it('is refused while its message waits, and free when that was deleted', () => {
    const gateway = calledGateway();
    const [first] = sms(gateway, { ...checked, sendAtMs: START.getTime() + 48 * HOUR_MS }).messages;
    gateway.setClock(47 * HOUR_MS);
    expect(refusal(() => sms(gateway, checked)).code).toBe(53);
    expect(deleteAllScheduled(gateway.call(), [first?.id ?? ''])).toEqual([first?.id]);
    expect(sms(gateway, checked).messages).toHaveLength(1);
  });

  it('comes with the numbers that used it, and nothing of the send is carried out', () => {
    const gateway = calledGateway();
    sms(gateway, { idx: ['b'] });
    const order = { to: ['500100201', '+48500100202', '500100203'], idx: ['a', 'b', 'c'], checkIdx: true };
    const used = { number: '48500100202', submittedNumber: '+48500100202', code: 53, message: 'Not unique idx' };
    expect(refusal(() => sms(gateway, order))).toEqual({ code: 53, numbers: [used] });
    expect(gateway.alice.messages).toHaveLength(1);
    expect(sms(gateway, { ...order, idx: ['a', 'd', 'c'] }).messages).toHaveLength(3);
  });

  it.each([
    [{ variant: 'earlier' }, 0],
    [{ listsUsedIdx: false }, 0],
    [{ variant: 'earlier', listsUsedIdx: true }, 1],
    [{ variant: 'current' }, 1],
  ] as const)('with %j comes with %i numbers', (options, count) => {
    const gateway = calledGateway({}, options);
    sms(gateway, checked);
    expect(refusal(() => sms(gateway, checked)).numbers).toHaveLength(count);
  });

  it('is not used up by a send that is refused, nor by a test', () => {
    const gateway = calledGateway({ points: 0.1 });
    expect(refusal(() => sms(gateway, checked)).code).toBe(103);
    const rich = calledGateway();
    sms(rich, { ...checked, test: true });
    expect(sms(rich, checked).messages).toHaveLength(1);
  });

  it('is used up by a send that is refused, where the gateway is set up so, for as long as others are', () => {
    const gateway = calledGateway({ points: 0.1 }, { refusedIdx: 'used' });
    expect(refusal(() => sms(gateway, checked)).code).toBe(103);
    gateway.setClock(24 * HOUR_MS);
    const used = { number: '48500100200', submittedNumber: '500100200', code: 53, message: 'Not unique idx' };
    expect(refusal(() => sms(gateway, { ...checked, idx: ['oRDER7'] }))).toEqual({ code: 53, numbers: [used] });
    gateway.setClock(24 * HOUR_MS + 1);
    expect(refusal(() => sms(gateway, checked)).code).toBe(103);
  });

  it('is used up so by a refused MMS and voice message, too, and not by a test that is refused', () => {
    const gateway = calledGateway({}, { refusedIdx: 'used' });
    const to = ['500100200'];
    expect(refusal(() => sendMms(gateway.call(), { to, smil: '', idx: ['m1'] })).code).toBe(11);
    expect(refusal(() => sendVms(gateway.call(), { to, tts: '', idx: ['v1'] })).code).toBe(11);
    expect(refusal(() => sms(gateway, { message: '', idx: ['t1'], test: true })).code).toBe(11);
    expect(refusal(() => sms(gateway, { idx: ['m1'], checkIdx: true })).code).toBe(53);
    expect(refusal(() => sms(gateway, { idx: ['v1'], checkIdx: true })).code).toBe(53);
    expect(sms(gateway, { idx: ['t1'], checkIdx: true }).messages).toHaveLength(1);
  });

  it('is refused when it stands twice in a call, but not for a number that is repeated', () => {
    const order = { idx: ['a', 'A'], checkIdx: true };
    expect(refusal(() => sms(calledGateway(), { ...order, to: ['500100201', '500100202'] })).code).toBe(53);
    expect(sms(calledGateway(), { ...order, to: ['500100201', '500100201'] }).messages).toHaveLength(1);
  });

  it('is one for all of a group', () => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500100201' }, { number: '500100202' }] }];
    const gateway = calledGateway({ groups });
    const order = { to: [], group: 'Friends', ...checked };
    expect(sms(gateway, order).messages).toMatchObject([{ idx: 'Order7' }, { idx: 'Order7' }]);
    expect(refusal(() => sms(gateway, order)).code).toBe(53);
  });

  it('is not checked where that was not asked for', () => {
    const gateway = calledGateway();
    sms(gateway, checked);
    expect(sms(gateway, { idx: ['order7'] }).messages).toHaveLength(1);
  });
});

it('an idx that SOAP, an MMS or a voice message was sent with is used', async () => {
  const gateway = calledGateway();
  const sms_param = { to: '500100200', message: 'Hi', idx: 's1' };
  await stubOf(gateway.sandbox).soap_SendSms({ client: CLIENT, sms_param });
  sendMms(gateway.call(), { to: ['500100200'], smil: '<smil/>', idx: ['m1'] });
  sendVms(gateway.call(), { to: ['500100200'], tts: 'Hi', idx: ['v1'] });
  for (const idx of ['s1', 'm1', 'v1']) {
    const order = { to: ['500100200'], smil: '<smil/>', tts: 'Hi', idx: [idx], checkIdx: true };
    expect(refusal(() => sms(gateway, { idx: [idx], checkIdx: true })).code).toBe(53);
    expect(refusal(() => sendMms(gateway.call(), order)).code).toBe(53);
    expect(refusal(() => sendVms(gateway.call(), order)).code).toBe(53);
  }
});

it('an idx that SOAP sent is free where the gateway forgets those, and that of another interface is not', async () => {
  const gateway = calledGateway({}, { soapIdx: 'forgotten' });
  const sms_param = { to: '500100200', message: 'Hi', idx: 's1' };
  await stubOf(gateway.sandbox).soap_SendSms({ client: CLIENT, sms_param });
  const order = { idx: ['s1'], checkIdx: true };
  expect(sms(gateway, order).messages).toHaveLength(1);
  expect(refusal(() => sms(gateway, order)).code).toBe(53);
});

describe('the idx of a send belong', () => {
  const to = ['500100200', '+48 500 100 200', 'Ann', '500100201'];
  const withIdx = (idx: readonly string[]) => ({ to, idx });

  it('to the numbers as they were submitted', () => {
    const gateway = calledGateway();
    expect(sms(gateway, withIdx(['a', 'b', 'c', 'd'])).messages.map(({ idx }) => idx)).toEqual(['a', 'd']);
    expect(refusal(() => sms(gateway, withIdx(['a', 'b']))).code).toBe(18);
  });

  it('or to those that messages go out to, where the gateway is set up so', () => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500100202' }] }];
    const gateway = calledGateway({ groups }, { idxOf: 'sent' });
    const sent = (order: Parameters<typeof sms>[1]) => sms(gateway, order).messages.map(({ idx }) => idx);
    expect(sent(withIdx(['a', 'b']))).toEqual(['a', 'b']);
    expect(refusal(() => sms(gateway, withIdx(['a', 'b', 'c', 'd']))).code).toBe(18);
    expect(sent({ to })).toEqual(['', '']);
    expect(sent({ ...withIdx(['a', 'b']), group: 'Friends' })).toEqual(['a', 'b', '']);
    expect(sent({ to: [], group: 'Friends', idx: ['all'] })).toEqual(['all']);
    const mms = { to, idx: ['a', 'b'], smil: '<smil/>' };
    expect(sendMms(gateway.call(), mms).messages.map(({ idx }) => idx)).toEqual(['a', 'b']);
    const spoken = { to, idx: ['a', 'b'], tts: 'Hi' };
    expect(sendVms(gateway.call(), spoken).messages.map(({ idx }) => idx)).toEqual(['a', 'b']);
  });
});

describe('of a number that stands twice', () => {
  const to = ['500100200', '500100201', '+48 500 100 200'];
  const order = { to, idx: ['a', 'b', 'c'], message: '[%1%]', params: [['x'], ['y'], ['z']] };
  const sent = (options: SandboxOptions, others: Partial<SendOrder> = {}) =>
    sms(calledGateway({}, options), { ...order, ...others }).messages.map(({ idx, text }) => [idx, text]);

  it('the first idx stays', () => {
    expect(sent({})).toEqual([
      ['a', 'x'],
      ['b', 'y'],
    ]);
  });

  it('or the last, where the gateway is set up so, with the params of the first', () => {
    expect(sent({ repeatedIdx: 'last' })).toEqual([
      ['c', 'x'],
      ['b', 'y'],
    ]);
    expect(sent({ repeatedIdx: 'last' }, { allowDuplicates: true }).map(([idx]) => idx)).toEqual(['a', 'b', 'c']);
  });

  it('and one that comes again from a group takes none away', () => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500100200' }] }];
    const gateway = calledGateway({ groups }, { repeatedIdx: 'last' });
    const both = { to: ['500100200'], group: 'Friends', idx: ['a'] };
    expect(sms(gateway, both).messages.map(({ idx }) => idx)).toEqual(['a']);
  });
});

describe('a send to more than 100 with an idx for each', () => {
  const to = Array.from({ length: 101 }, (_, index) => String(500_100_000 + index));
  const order = { to, idx: to.map((number) => `a${number}`) };

  it('is accepted, or refused with 19 where the gateway counts those, too', () => {
    expect(sms(calledGateway({ points: 100 }), order).messages).toHaveLength(101);
    const strict = calledGateway({ points: 100 }, { personalisedBy: 'idx' });
    expect(refusal(() => sms(strict, order)).code).toBe(19);
    expect(sms(strict, { to: to.slice(1), idx: order.idx.slice(1) }).messages).toHaveLength(100);
    expect(sms(strict, { to }).messages).toHaveLength(101);
  });
});
