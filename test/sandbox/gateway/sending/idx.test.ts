import { describe, expect, it } from 'vitest';
import type { SendOrder } from '../../../../src/sandbox/gateway/sending/orders.js';
import { sendMms, sendVms } from '../../../../src/sandbox/gateway/sending/send-mms-vms.js';
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
    const { account, nowMs } = gateway.call();
    account.messages.deleteScheduled(first?.id ?? '', nowMs);
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

it('of a number that stands twice the first idx and params stay', () => {
  const to = ['500100200', '500100201', '+48 500 100 200'];
  const order = { to, idx: ['a', 'b', 'c'], message: '[%1%]', params: [['x'], ['y'], ['z']] };
  const sent = (others: Partial<SendOrder>) =>
    sms(calledGateway(), { ...order, ...others }).messages.map(({ idx, text }) => [idx, text]);
  const [first, second, third] = [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'z'],
  ];
  expect(sent({})).toEqual([first, second]);
  expect(sent({ allowDuplicates: true })).toEqual([first, second, third]);
});

it('a send to more than 100 may have an idx for each', () => {
  const to = Array.from({ length: 101 }, (_, index) => String(500_100_000 + index));
  expect(sms(calledGateway({ points: 100 }), { to, idx: to.map((number) => `a${number}`) }).messages).toHaveLength(101);
});
