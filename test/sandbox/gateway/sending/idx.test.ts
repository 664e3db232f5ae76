import { describe, expect, it } from 'vitest';
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
