import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isSignatureOf, signatureIn } from '../../src/domain/sending/notify-url.js';
import { ValidationError } from '../../src/errors/errors.js';
import { smil } from '../../src/http-client/index.js';
import { rejection } from '../support/collect.js';
import { everythingShown } from '../support/shown.js';
import { type Arrived, clientOf, item, LOST, script } from './gateway-script.js';

const TO = '500100201';
const KEY = 'a key that nobody can guess';
const NOW = new Date('2026-11-23T12:00:00Z');
const now = (): Date => NOW;
const WEEK_LATER = Date.parse('2026-11-30T12:00:00Z');
const ORDER = { to: TO, message: 'Hi', notifyUrl: 'https://shop.test/sms?shop=1', notifyKey: KEY } as const;
const sent = { count: 1, list: [item(TO)] };

/** The facts of a signed address as the gateway got it. */
function signatureOf({ fields }: Arrived): ReturnType<typeof signatureIn> {
  const { pathname, searchParams } = new URL(fields.notify_url ?? '');
  return signatureIn(pathname, [...searchParams]);
}

/** The moment until which a right signature counts, in milliseconds; `undefined` if it is wrong. */
function signedUntil(arrived: Arrived | undefined): number | undefined {
  const signature = arrived && signatureOf(arrived);
  if (arrived === undefined || signature === undefined) return undefined;
  const facts = { idx: arrived.fields.idx ?? '', to: arrived.fields.to ?? '' };
  return isSignatureOf(signature, facts, [KEY], NOW.getTime()) ? signature.expires * 1000 : undefined;
}

describe('a send with notifyKey', () => {
  it('signs the address with its idx, for seven days, and keeps its query', async () => {
    const transport = script(sent);
    const { messages } = await clientOf(transport, { now }).sms.send(ORDER);
    const [arrived] = transport.arrived as [Arrived];
    expect(arrived.fields.notify_url).toMatch(
      /^https:\/\/shop\.test\/sms\?shop=1&sms-expires=\d+&sms-signature=[\w-]{43}$/,
    );
    expect(arrived.fields.idx).toBe(messages[0]?.idx);
    expect(signedUntil(arrived)).toBe(WEEK_LATER);
  });

  it('signs it with the idx of the caller', async () => {
    const transport = script(sent);
    await clientOf(transport, { now }).sms.send({ ...ORDER, idx: 'Order17' });
    expect(transport.arrived[0]?.fields.idx).toBe('Order17');
    expect(signedUntil(transport.arrived[0])).toBe(WEEK_LATER);
  });

  it('generates an idx without check_idx if `once` is off', async () => {
    const transport = script(sent);
    const { messages } = await clientOf(transport, { now }).sms.send({ ...ORDER, once: false });
    const [arrived] = transport.arrived as [Arrived];
    expect(arrived.fields.check_idx).toBeUndefined();
    expect(messages[0]?.idx).toBe(arrived.fields.idx);
    expect(signedUntil(arrived)).toBe(WEEK_LATER);
  });

  it('sends the same address in each attempt', async () => {
    let time = NOW.getTime();
    const transport = script(LOST, LOST, sent);
    const later = (): Date => new Date((time += 60_000));
    await clientOf(transport, { now: later }).sms.send(ORDER);
    const addresses = transport.arrived.map(({ fields }) => fields.notify_url);
    expect(addresses).toHaveLength(3);
    expect(new Set(addresses).size).toBe(1);
  });

  it.each([
    ['the date of a scheduled message', '2026-12-24T18:00:00Z', Date.parse('2026-12-31T18:00:00Z')],
    ['now, if that date is past', '2026-01-01T00:00:00Z', WEEK_LATER],
  ])('counts the seven days from %s', async (_what, date, wanted) => {
    const transport = script(sent);
    await clientOf(transport, { now }).sms.send({ ...ORDER, date: new Date(date) });
    expect(signedUntil(transport.arrived[0])).toBe(wanted);
  });

  it('uses the expiry and the place of the caller', async () => {
    const transport = script(sent);
    const notifyExpiresAt = new Date('2026-11-24T00:00:00Z');
    await clientOf(transport, { now }).sms.send({ ...ORDER, notifyExpiresAt, notifyPlace: 'path' });
    const [arrived] = transport.arrived as [Arrived];
    expect(arrived.fields.notify_url).toMatch(/^https:\/\/shop\.test\/sms\/sms-\d+-[\w-]{43}\?shop=1$/);
    expect(signedUntil(arrived)).toBe(notifyExpiresAt.getTime());
  });

  it('does the same for MMS and voice messages', async () => {
    const transport = script(sent);
    const http = clientOf(transport, { now });
    const { message: _message, ...order } = ORDER;
    await http.mms.send({ ...order, smil: smil({ text: 'Hi' }) });
    await http.vms.send({ ...order, tts: 'Hi' });
    expect(transport.arrived).toHaveLength(2);
    for (const arrived of transport.arrived) expect(signedUntil(arrived)).toBe(WEEK_LATER);
  });

  it('does not send the key', async () => {
    const transport = script(sent);
    const http = clientOf(transport, { now });
    await http.sms.send(ORDER);
    expect(inspect(transport.arrived, { depth: 10 })).not.toContain('nobody');
    expect(inspect(http, { depth: 10, showHidden: true })).not.toContain('nobody');
  });

  it.each([
    ['two recipients', { to: [TO, '500100202'] }, { path: 'notifyKey', gatewayCode: 72 }],
    ['a group', { to: undefined, group: 'Friends' }, { path: 'notifyKey', gatewayCode: 72 }],
    ['no address', { notifyUrl: undefined }, { path: 'notifyUrl' }],
    ['an address that is none', { notifyUrl: 'shop.test/sms' }, { path: 'notifyUrl' }],
    ['an address that is signed', { notifyUrl: 'https://shop.test/?sms-signature=x' }, { path: 'notifyUrl' }],
    ['a short key', { notifyKey: 'fifteen letters' }, { path: 'notifyKey' }],
    ['an empty idx', { idx: '' }, { path: 'idx' }],
    ['an expiry that is none', { notifyExpiresAt: new Date(Number.NaN) }, { path: 'notifyExpiresAt' }],
    ['an expiry without a key', { notifyKey: undefined, notifyExpiresAt: NOW }, { path: 'notifyExpiresAt' }],
    ['a place without a key', { notifyKey: undefined, notifyPlace: 'path' }, { path: 'notifyPlace' }],
  ])('is refused with %s, without sending or showing it', async (_title, more, wanted) => {
    const transport = script(sent);
    const error = await rejection(clientOf(transport, { now }).sms.send({ ...ORDER, ...more } as never));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ ...wanted, operation: 'sms.do' });
    expect(transport.arrived).toEqual([]);
    expect(everythingShown(error)).not.toMatch(/nobody|fifteen/);
  });

  it('shows neither key nor signature in an error that echoes the request', async () => {
    const transport = script((request) => ({ error: 8, message: `not accepted: ${JSON.stringify(request.fields)}` }));
    const error = await rejection(clientOf(transport, { now }).sms.send(ORDER));
    const { hash = '' } = signatureOf(transport.arrived[0] as Arrived) ?? {};
    expect(hash).toHaveLength(43);
    // What a program prints of it; `raw` is the answer itself.
    const printed = [String(error), JSON.stringify(error), inspect(error)].join();
    expect(printed).not.toContain(hash);
    expect(printed).not.toContain('nobody');
  });
});
