import { describe, expect, it } from 'vitest';
import {
  pointsOf,
  profileOf,
  senderOf,
  sendersOf,
  setDefaultSender,
} from '../../../../src/sandbox/gateway/operations/account-facts.js';
import { deleteAllScheduled } from '../../../../src/sandbox/gateway/operations/history.js';
import { lookUp } from '../../../../src/sandbox/gateway/operations/look-up.js';
import { START } from '../../setup.js';
import { calledGateway, refusal, sms } from '../gateway-call.js';

describe('a profile', () => {
  it('shows what the account was given, and its points', () => {
    const profile = {
      name: 'Shop Ltd',
      email: 'a@shop.test',
      phoneNumber: '48500100200',
      paymentType: 'postpaid',
    } as const;
    const gateway = calledGateway({ profile });
    expect(profileOf(gateway.call())).toEqual({ ...profile, username: 'alice', userType: 'native', points: 10 });
    sms(gateway);
    expect(profileOf(gateway.call())).toMatchObject({ points: 9.84 });
  });
});

it('points pay for so many messages of each kind', () => {
  const prices = { pricePerPart: 0.3, pricePerMms: 2, pricePerVms: 0, pricePerLookup: 1 };
  expect(pointsOf(calledGateway({}, prices).call())).toEqual({
    points: 10,
    pro: 33,
    eco: 33,
    mms: 5,
    vmsGsm: Number.MAX_SAFE_INTEGER,
    vmsLand: Number.MAX_SAFE_INTEGER,
  });
});

describe('sender names', () => {
  const senders = ['Shop', { name: 'Old', status: 'INACTIVE' as const }, 'Info'];

  it('are listed with their status, the default one first', () => {
    const gateway = calledGateway({ senders });
    expect(sendersOf(gateway.call(), { withShared: true })).toEqual([
      { name: 'Shop', isActive: true, isDefault: true },
      { name: 'Old', isActive: false, isDefault: false },
      { name: 'Info', isActive: true, isDefault: false },
    ]);
    expect(senderOf(gateway.call(), 'Old')).toEqual({ name: 'Old', isActive: false, isDefault: false });
    expect(gateway.alice.senders).toEqual(['Shop', 'Info']);
    expect(refusal(() => senderOf(gateway.call(), 'shop')).code).toBe(2031);
  });

  it('have a default one that can be changed, and under which messages go out', () => {
    const gateway = calledGateway({ senders });
    setDefaultSender(gateway.call(), 'Info');
    expect(senderOf(gateway.call(), 'Info').isDefault).toBe(true);
    sms(gateway);
    expect(gateway.alice).toMatchObject({ senders: ['Info', 'Shop'], messages: [{ from: 'Info' }] });
    expect(refusal(() => setDefaultSender(gateway.call(), 'Info')).code).toBe(2062);
    expect(refusal(() => setDefaultSender(gateway.call(), 'Old')).code).toBe(2061);
    expect(refusal(() => setDefaultSender(gateway.call(), 'Other')).code).toBe(2031);
  });

  it('have no default one where the first is not active', () => {
    const gateway = calledGateway({ senders: [{ name: 'Old', status: 'INACTIVE' }] });
    expect(sendersOf(gateway.call(), { withShared: false })).toMatchObject([{ name: 'Old', isDefault: false }]);
    sms(gateway);
    expect(gateway.alice.messages).toMatchObject([{ from: 'Test' }]);
  });
});

describe('numbers to look up', () => {
  it('get an id each and are charged; those that are not correct are skipped', () => {
    const gateway = calledGateway({}, { pricePerLookup: 0.25 });
    const told: string[] = [];
    gateway.gateway.events.listen((event) => {
      if (event.type === 'lookup-accepted') told.push(`${event.lookUp.id} ${event.lookUp.number} ${event.lookUp.idx}`);
    });
    expect(lookUp(gateway.call(), { numbers: ['500 100 200', 'Ann', '15485550100'], idx: 'a1' })).toEqual([
      { number: '48500100200', id: '1001', points: 0.25 },
      { number: 'Ann', id: undefined, points: 0 },
      { number: '15485550100', id: '1002', points: 0.25 },
    ]);
    expect(gateway.alice.points).toBe(9.5);
    expect(told).toEqual(['1001 48500100200 a1', '1002 15485550100 a1']);
  });

  it.each([
    [8, '21 numbers', { numbers: Array.from({ length: 21 }, () => '500100200') }],
    [13, 'an empty one', { numbers: [''] }],
    [13, 'none at all', { numbers: [] }],
    [27, 'an idx that is none', { numbers: ['500100200'], idx: 'a|b' }],
    [103, 'more than the points pay for', { numbers: Array.from({ length: 11 }, (_, i) => String(500_100_200 + i)) }],
  ])('are refused with %i: %s', (code, _what, order) => {
    const gateway = calledGateway({}, { pricePerLookup: 1 });
    expect(refusal(() => lookUp(gateway.call(), order)).code).toBe(code);
    expect(gateway.alice.points).toBe(10);
  });

  it('may be twenty', () => {
    const numbers = Array.from({ length: 20 }, (_, i) => String(500_100_200 + i));
    expect(lookUp(calledGateway().call(), { numbers })).toHaveLength(20);
  });
});

describe('scheduled messages that are deleted together', () => {
  const later = { sendAtMs: START.getTime() + 60_000 };

  it('are listed, each once; unknown ids and those of sent messages are left out', () => {
    const gateway = calledGateway();
    sms(gateway, { ...later, to: ['500100201', '500100202'] });
    sms(gateway);
    expect(deleteAllScheduled(gateway.call(), ['1002', '77', '1003', '1001', '1002'])).toEqual(['1002', '1001']);
    expect(gateway.alice).toMatchObject({ scheduled: [], messages: [{ id: '1003' }] });
  });

  it('are refused with 301 when none of them waits', () => {
    const gateway = calledGateway();
    sms(gateway, later);
    expect(refusal(() => deleteAllScheduled(gateway.call(), ['77', ''])).code).toBe(301);
    expect(refusal(() => deleteAllScheduled(gateway.call(), [])).code).toBe(301);
    gateway.setClock(60_000);
    expect(refusal(() => deleteAllScheduled(gateway.call(), ['1001'])).code).toBe(301);
  });
});
