import { describe, expect, it } from 'vitest';
import type { CallbackHandlerOptions } from '../../../src/callbacks/handler/handler-options.js';
import { memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import { type SignOptions, signedNotifyUrl } from '../../../src/domain/sending/notify-url.js';
import {
  call,
  deferred,
  FORBIDDEN,
  type HandlerResponse,
  OK,
  recordingHandler,
  report,
  settle,
} from './handler-calls.js';

const KEY = 'a key that nobody can guess';
const OTHER_KEY = 'the key that comes after it';
const NOW = new Date('2026-11-23T12:00:00Z');
const now = (): Date => NOW;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MESSAGE: SignOptions = {
  key: KEY,
  idx: 'order17',
  to: '48500100200',
  expiresAt: new Date('2026-11-30T12:00:00Z'),
};
const signed = (more: Partial<SignOptions> = {}, url = 'https://shop.test/cb'): string =>
  signedNotifyUrl(url, { ...MESSAGE, ...more });
const OWN = { idx: 'order17', to: '48500100200' };

/** Calls a handler at an address, to which the gateway adds its fields. */
function callAt(
  handler: ReturnType<typeof recordingHandler>['handler'],
  url: string,
  fields: string,
  more: Parameters<typeof call>[2] = {},
): Promise<HandlerResponse> {
  const { pathname, search } = new URL(url);
  const query = [search.slice(1), fields].filter((part) => part !== '').join('&');
  return call(handler, query, { path: pathname, ...more });
}

const signedHandler = (more: Partial<CallbackHandlerOptions> = {}): ReturnType<typeof recordingHandler> =>
  recordingHandler({ notifyKey: KEY, now, ...more });

describe('a report to a signed address', () => {
  it.each([
    ['of its message', {}, report('1', OWN)],
    ['with the idx in capitals', {}, report('1', { ...OWN, idx: 'ORDER17' })],
    ['with the number in another spelling', { to: '500 100 200' }, report('1', OWN)],
    ['with the signature in the path', { place: 'path' as const }, report('1', OWN)],
    ['of an MMS', {}, 'MsgId=1&status=404&to=48500100200&idx=order17&donedate=1800000000&username=shop'],
    ['of two statuses of its message', {}, report(['1', '1'], { ...OWN, status: '403,404' })],
  ])('is accepted: %s', async (_title, more, fields) => {
    const { handler, events } = signedHandler();
    expect(await callAt(handler, signed(more), fields)).toEqual(OK);
    expect(events.length).toBeGreaterThan(0);
    for (const { unknownFields } of events) expect(unknownFields).toEqual({});
  });

  it.each([
    ['without a signature', 'https://shop.test/cb', report('1', OWN)],
    ['of another message', signed(), report('1', { ...OWN, idx: 'order18' })],
    ['for another recipient', signed(), report('1', { ...OWN, to: '48500100201' })],
    ['of two messages, one of which is another', signed(), report(['1', '2'], { idx: 'order17,order18', to: OWN.to })],
    ['signed with another key', signed({ key: OTHER_KEY }), report('1', OWN)],
    ['that has expired', signed({ expiresAt: NOW }), report('1', OWN)],
    ['with the expiry put off', signed().replace('sms-expires=1', 'sms-expires=2'), report('1', OWN)],
    ['with two signatures', `${signed()}&${new URL(signed()).search.slice(1)}`, report('1', OWN)],
    [
      'with an idx that small letters make of another sign',
      signed({ idx: 'k' }),
      report('1', { ...OWN, idx: '\u212a' }),
    ],
  ])('is refused: %s', async (_title, url, fields) => {
    const { handler, events } = signedHandler();
    expect(await callAt(handler, url, fields)).toEqual(FORBIDDEN);
    expect(events).toEqual([]);
  });

  it('is refused without a valid signature even if it has the secret', async () => {
    const { handler, events } = signedHandler({ secret: { query: 'key', value: 's' } });
    expect(await call(handler, `key=s&${report('1', OWN)}`)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed({ idx: 'order18' }), `key=s&${report('1', OWN)}`)).toEqual(FORBIDDEN);
    expect(events).toEqual([]);
  });

  it('needs only the signature, and may also have the secret in the query or the path', async () => {
    const inQuery = signedHandler({ secret: { query: 'key', value: 's' } });
    expect(await callAt(inQuery.handler, signed(), report('1', OWN))).toEqual(OK);
    expect(await callAt(inQuery.handler, signed({}, 'https://shop.test/cb?key=s'), report('2', OWN))).toEqual(OK);
    const inPath = signedHandler({ secret: { path: true, value: 's' } });
    expect(await callAt(inPath.handler, signed(), report('1', OWN))).toEqual(OK);
    // The signature follows the secret.
    const both = signed({ place: 'path' }, 'https://shop.test/cb/s');
    expect(new URL(both).pathname).toMatch(/^\/cb\/s\/sms-/);
    expect(await callAt(inPath.handler, both, report('2', OWN))).toEqual(OK);
    expect(await callAt(inPath.handler, both, '')).toEqual(OK);
    expect(inQuery.events.length + inPath.events.length).toBe(4);
  });

  it('does not replace the report of another message by using its id', async () => {
    const { handler, events } = signedHandler();
    const other = { idx: 'order18', to: '48500100201' };
    expect(await callAt(handler, signed(), report('2', OWN))).toEqual(OK);
    expect(await callAt(handler, signed(other), report('2', other))).toEqual(OK);
    expect(events).toMatchObject([OWN, other]);
  });

  it('with forged ids does not make the store forget the report of another message', async () => {
    const { handler, events } = signedHandler({ store: memoryStore({ maxEvents: 100 }) });
    const other = { idx: 'order18', to: '48500100201' };
    expect(await callAt(handler, signed(other), report('1', other))).toEqual(OK);
    for (let call = 0; call < 10; call++) {
      const ids = Array.from({ length: 50 }, (_, index) => `${call}-${index}`);
      expect(await callAt(handler, signed(), report(ids, OWN))).toEqual(OK);
    }
    expect(events).toHaveLength(501);
    expect(await callAt(handler, signed(other), report('1', other))).toEqual(OK);
    expect(events).toHaveLength(501);
  });

  it('is the same report if its idx and recipient are spelled differently', async () => {
    const { handler, events } = signedHandler();
    expect(await callAt(handler, signed(), report('1', OWN))).toEqual(OK);
    expect(await callAt(handler, signed(), report('1', { idx: 'ORDER17', to: '500100200' }))).toEqual(OK);
    expect(events).toHaveLength(1);
  });

  it('has at most 50 statuses, so that a forged signature costs little', async () => {
    const { handler, events } = signedHandler();
    const ids = (count: number): string[] => Array.from({ length: count }, () => '1');
    expect((await callAt(handler, signed(), report(ids(51), OWN))).status).toBe(413);
    expect(await callAt(handler, signed(), report(ids(50), OWN))).toEqual(OK);
    expect(events).toHaveLength(1);
    const { handler: small } = signedHandler({ limits: { events: 2 } });
    expect((await callAt(small, signed(), report(ids(3), OWN))).status).toBe(413);
  });

  it('has reports that share at most 1 MiB, because each report is stored with the shared fields', async () => {
    const { handler, events } = signedHandler();
    const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
    const shared = 'a'.repeat(60_000);
    expect((await callAt(handler, signed(), `${report(ids(18), OWN)}&more=${shared}`)).status).toBe(413);
    expect(events).toEqual([]);
    expect(await callAt(handler, signed(), `${report(ids(17), OWN)}&more=${shared}`)).toEqual(OK);
    expect(events).toHaveLength(17);
  });

  it('does not delay the report of another message in an inbox by using its id', async () => {
    const other = { idx: 'order18', to: '48500100201' };
    const first = deferred();
    const idxs: unknown[] = [];
    const { handler } = signedHandler({
      inbox: true,
      onEvent(event) {
        if (!('idx' in event)) return undefined;
        idxs.push(event.idx);
        return event.idx === 'order17' ? first.promise : undefined;
      },
    });
    expect(await callAt(handler, signed(), report('2', { ...OWN, donedate: '1' }))).toEqual(OK);
    expect(await callAt(handler, signed(), report('2', { ...OWN, idx: 'ORDER17', to: '500100200' }))).toEqual(OK);
    expect(await callAt(handler, signed(other), report('2', other))).toEqual(OK);
    await settle();
    expect(idxs).toEqual(['order17', 'order18']);
    first.resolve();
    await settle();
    expect(idxs).toEqual(['order17', 'order18', 'ORDER17']);
    await handler.close();
  });

  it('has one sequence in an inbox, for all its ids', async () => {
    const other = { idx: 'order18', to: '48500100201' };
    const first = deferred();
    const idxs: unknown[] = [];
    const { handler } = signedHandler({
      inbox: { concurrency: 2 },
      onEvent(event) {
        if (!('idx' in event)) return undefined;
        idxs.push(event.idx);
        return event.idx === 'order17' ? first.promise : undefined;
      },
    });
    expect(await callAt(handler, signed(), report(['1', '2', '3', '4'], OWN))).toEqual(OK);
    expect(await callAt(handler, signed(other), report('5', other))).toEqual(OK);
    await settle();
    expect(idxs).toEqual(['order17', 'order18']);
    first.resolve();
    await settle();
    await handler.close();
  });

  it('is accepted with any of several keys', async () => {
    const { handler } = signedHandler({ notifyKey: [OTHER_KEY, KEY] });
    expect(await callAt(handler, signed(), report('1', OWN))).toEqual(OK);
    expect(await callAt(handler, signed({ key: OTHER_KEY }), report('2', OWN))).toEqual(OK);
    expect(await callAt(handler, signed({ key: 'neither of these two' }), report('3', OWN))).toEqual(FORBIDDEN);
  });
});

const SMS = 'sms_from=48500100200&sms_to=48500100201&sms_text=Hi&sms_date=1800000000&idx=order17&to=48500100200';

describe('another kind of callback, if addresses are signed', () => {
  it('needs the secret, even if it has a signature', async () => {
    const { handler, events } = signedHandler({ secret: { query: 'key', value: 's' } });
    const post = { method: 'POST', headers: FORM, body: SMS };
    expect(await callAt(handler, 'https://shop.test/cb', '', post)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed(), '', post)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed(), SMS)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed(), '')).toEqual(FORBIDDEN);
    expect(events).toEqual([]);
    expect(await callAt(handler, 'https://shop.test/cb?key=s', '', post)).toEqual(OK);
    expect(await callAt(handler, 'https://shop.test/cb?key=s', '')).toEqual(OK);
    expect(events).toHaveLength(1);
  });

  it('is refused without a secret or an allowed address, and so is the check of an address', async () => {
    const { handler, events } = signedHandler();
    expect(await callAt(handler, 'https://shop.test/cb', SMS)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed(), SMS)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed(), '')).toEqual(FORBIDDEN);
    expect(await callAt(handler, 'https://shop.test/cb', '')).toEqual(FORBIDDEN);
    expect(events).toEqual([]);
  });

  it('is accepted from an allowed address', async () => {
    const { handler, events } = signedHandler({ allowedAddresses: ['192.0.2.7'] });
    expect(await call(handler, SMS, { peer: '192.0.2.7' })).toEqual(OK);
    expect(events).toHaveLength(1);
  });
});

describe('a signature that has not been verified yet', () => {
  const claimed = `https://shop.test/cb/sms-9999999999-${'A'.repeat(43)}`;

  it('does not admit a body with files', async () => {
    const { handler } = signedHandler({ secret: { query: 'key', value: 's' } });
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('it was read')) });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const request = new Request(claimed, { method: 'POST', headers, body, duplex: 'half' });
    expect((await handler.fetch(request)).status).toBe(403);
    expect(request.bodyUsed).toBe(false);
  });

  it('does not admit a large body, unlike the secret', async () => {
    const { handler, events } = signedHandler({ secret: { query: 'key', value: 's' } });
    const body = `${SMS}&${Array.from({ length: 20 }, (_, index) => `x${index}=${'x'.repeat(5000)}`).join('&')}`;
    const post = { method: 'POST', headers: FORM, body };
    expect(await callAt(handler, claimed, '', post)).toMatchObject({ status: 413 });
    expect(events).toEqual([]);
    expect(await callAt(handler, 'https://shop.test/cb?key=s', '', post)).toEqual(OK);
  });

  it('calls onInvalid only for reports with a valid signature', async () => {
    const seen: unknown[] = [];
    const { handler } = signedHandler({
      onInvalid: (_raw, error) => {
        seen.push(error.field);
        return 'OK';
      },
    });
    const bad = report('1', { ...OWN, donedate: 'yesterday' });
    expect(await callAt(handler, claimed, bad)).toEqual(FORBIDDEN);
    expect(await callAt(handler, signed(), report('1', { ...OWN, idx: 'order18', donedate: 'yesterday' }))).toEqual(
      FORBIDDEN,
    );
    expect(await callAt(handler, signed(), `${bad}&idx=order18`)).toEqual(FORBIDDEN);
    expect(seen).toEqual([]);
    expect(await callAt(handler, signed(), bad)).toEqual(OK);
    expect(seen).toEqual(['donedate']);
  });
});
