import { describe, expect, it } from 'vitest';
import { lookUp } from '../../../src/sandbox/gateway/look-up.js';
import { START } from '../setup.js';
import { directGateway, refusal, sms } from './gateway-call.js';

describe('numbers to look up', () => {
  it('get an id each and are charged; invalid numbers are skipped', () => {
    const gateway = directGateway({}, { pricePerLookup: 0.25 });
    expect(lookUp(gateway.call(), { numbers: ['500 100 200', 'Ann', '15485550100'], idx: 'a1' })).toEqual([
      { number: '48500100200', id: '1001', points: 0.25 },
      { number: 'Ann', id: undefined, points: 0 },
      { number: '15485550100', id: '1002', points: 0.25 },
    ]);
    expect(gateway.alice.points).toBe(9.5);
  });

  it.each([
    [8, '21 numbers', { numbers: Array.from({ length: 21 }, () => '500100200') }],
    [13, 'an empty number', { numbers: [''] }],
    [13, 'no number', { numbers: [] }],
    [27, 'an invalid idx', { numbers: ['500100200'], idx: 'a|b' }],
    [103, 'too few points', { numbers: Array.from({ length: 11 }, (_, i) => String(500_100_200 + i)) }],
  ])('are refused with %i: %s', (code, _what, order) => {
    const gateway = directGateway({}, { pricePerLookup: 1 });
    expect(refusal(() => lookUp(gateway.call(), order)).code).toBe(code);
    expect(gateway.alice.points).toBe(10);
  });

  it('can be up to twenty', () => {
    const numbers = Array.from({ length: 20 }, (_, i) => String(500_100_200 + i));
    expect(lookUp(directGateway().call(), { numbers })).toHaveLength(20);
  });
});

describe('several scheduled messages to delete', () => {
  const later = { sendAtMs: START.getTime() + 60_000 };

  it('are listed, each once; unknown ids and those of sent messages are skipped', () => {
    const gateway = directGateway();
    sms(gateway, { ...later, to: ['500100201', '500100202'] });
    sms(gateway);
    const { account, nowMs } = gateway.call();
    const deleted = account.messages.deleteAllScheduled(['1002', '77', '1003', '1001', '1002'], nowMs);
    expect(deleted).toEqual(['1002', '1001']);
    expect(gateway.alice).toMatchObject({ scheduled: [], messages: [{ id: '1003' }] });
  });

  it.each([
    ['of unknown ids', ['77', ''], 0],
    ['without an id', [], 0],
    ['of sent messages', ['1001'], 60_000],
  ])('are refused with 301 %s', (_what, ids, ms) => {
    const gateway = directGateway();
    sms(gateway, later);
    gateway.setClock(ms);
    const { account, nowMs } = gateway.call();
    expect(refusal(() => account.messages.deleteAllScheduled(ids, nowMs)).code).toBe(301);
  });
});
