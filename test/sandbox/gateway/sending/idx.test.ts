import { describe, expect, it } from 'vitest';
import { sendMms, sendVms } from '../../../../src/sandbox/gateway/sending/send-mms-vms.js';
import { CLIENT, START, stubOf } from '../../setup.js';
import { directGateway, refusal, sms } from '../gateway-call.js';

const HOUR_MS = 3_600_000;
const checked = { idx: ['Order7'], checkIdx: true } as const;

describe('an idx that is checked', () => {
  it('is refused if it was used in the last 24 hours, in upper or lower case', () => {
    const gateway = directGateway();
    sms(gateway, checked);
    gateway.setClock(24 * HOUR_MS);
    expect(refusal(() => sms(gateway, { ...checked, idx: ['oRDER7'] })).code).toBe(53);
    gateway.setClock(24 * HOUR_MS + 1);
    expect(sms(gateway, checked).messages).toHaveLength(1);
  });

  it('is refused for four days with the option', () => {
    const gateway = directGateway({}, { usedIdxHours: 96 });
    sms(gateway, checked);
    gateway.setClock(96 * HOUR_MS);
    expect(refusal(() => sms(gateway, checked)).code).toBe(53);
    gateway.setClock(96 * HOUR_MS + 1);
    expect(sms(gateway, checked).messages).toHaveLength(1);
  });

  it('is refused while its message is scheduled, and accepted after the message is deleted', () => {
    const gateway = directGateway();
    const [first] = sms(gateway, { ...checked, sendAtMs: START.getTime() + 48 * HOUR_MS }).messages;
    gateway.setClock(47 * HOUR_MS);
    expect(refusal(() => sms(gateway, checked)).code).toBe(53);
    const { account, nowMs } = gateway.call();
    account.messages.deleteScheduled(first?.id ?? '', nowMs);
    expect(sms(gateway, checked).messages).toHaveLength(1);
  });

  it('is refused with the numbers that used it, and nothing is sent', () => {
    const gateway = directGateway();
    sms(gateway, { idx: ['b'] });
    const order = { to: ['500100201', '+48500100202', '500100203'], idx: ['a', 'b', 'c'], checkIdx: true };
    const used = { number: '48500100202', submittedNumber: '+48500100202', code: 53, message: 'Not unique idx' };
    expect(refusal(() => sms(gateway, order))).toEqual({ code: 53, numbers: [used] });
    expect(gateway.alice.messages).toHaveLength(1);
    expect(sms(gateway, { ...order, idx: ['a', 'd', 'c'] }).messages).toHaveLength(3);
  });

  it('is not used by a refused send or a test', () => {
    const gateway = directGateway({ points: 0.1 });
    expect(refusal(() => sms(gateway, checked)).code).toBe(103);
    const rich = directGateway();
    sms(rich, { ...checked, test: true });
    expect(sms(rich, checked).messages).toHaveLength(1);
  });

  it('is refused if it occurs twice in a call, except for a repeated number', () => {
    const order = { idx: ['a', 'A'], checkIdx: true };
    expect(refusal(() => sms(directGateway(), { ...order, to: ['500100201', '500100202'] })).code).toBe(53);
    expect(sms(directGateway(), { ...order, to: ['500100201', '500100201'] }).messages).toHaveLength(1);
  });

  it('is one for all numbers of a group', () => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500100201' }, { number: '500100202' }] }];
    const gateway = directGateway({ groups });
    const order = { to: [], group: 'Friends', ...checked };
    expect(sms(gateway, order).messages).toMatchObject([{ idx: 'Order7' }, { idx: 'Order7' }]);
    expect(refusal(() => sms(gateway, order)).code).toBe(53);
  });
});

it('an idx that SOAP, an MMS or a voice message was sent with is used', async () => {
  const gateway = directGateway();
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
