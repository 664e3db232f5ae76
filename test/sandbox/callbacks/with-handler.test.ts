import { describe, expect, it } from 'vitest';
import { type CallbackEvent, callbackHandler, mergeStatus, type ReportEvent } from '../../../src/callbacks/index.js';
import { callingGateway } from './setup.js';

const NOTIFY_KEY = 'a key of the tests, long enough';

describe('with callbackHandler at the other end', () => {
  it('an address without the secret is refused, also for the check of it', async () => {
    const events: CallbackEvent[] = [];
    const handler = callbackHandler({
      secret: { query: 'key', value: 's3cret' },
      onEvent: (event) => void events.push(event),
    });
    const { sandbox, after } = callingGateway('https://shop.test/sms?key=guess', {
      callbacks: { handlers: { 'shop.test': handler } },
    });
    sandbox.receive({ from: '500100200', text: 'Hi' });
    await after(0);
    expect(await sandbox.callbacks.checkAddress('https://shop.test/sms')).toMatchObject({ status: 403 });
    expect(await sandbox.callbacks.checkAddress('https://shop.test/sms?key=s3cret')).toMatchObject({ status: 200 });
    expect([events, sandbox.callbacks.sent[0]?.status]).toEqual([[], 403]);
  });

  it.each(['query', 'path'] as const)(
    'a report to an address that is signed in its %s is accepted',
    async (notifyPlace) => {
      const events: string[] = [];
      const handler = callbackHandler({
        notifyKey: NOTIFY_KEY,
        now: () => new Date('2027-01-15T12:00:00Z'),
        onEvent: (event) => void events.push(event.type),
      });
      const { http, sandbox, after } = callingGateway(undefined, {
        callbacks: { handlers: { 'shop.test': handler } },
        deliveryScript: [{ status: 'DELIVERED' }],
      });
      const notifyUrl = 'https://shop.test/sms?shop=7';
      await http.sms.send({ to: '500100200', message: 'Hi', notifyUrl, notifyKey: NOTIFY_KEY, notifyPlace });
      await after(0);
      expect(sandbox.callbacks.sent.map(({ status }) => status)).toEqual([200]);
      expect(events).toEqual(['sms-report']);
    },
  );

  it('a handler that fails now and then loses nothing, handles nothing twice, and no status goes back', async () => {
    const [statuses, handled] = [new Map<string, ReportEvent>(), new Map<string, number>()];
    let calls = 0;
    const handler = callbackHandler({
      onEvent: async (event) => {
        calls += 1;
        const isBusy = calls % 7 === 0;
        await new Promise((resolve) => setImmediate(resolve));
        if (isBusy) throw new Error('busy');
        if (event.type !== 'sms-report') return;
        const key = `${event.messageId} ${event.status}`;
        handled.set(key, (handled.get(key) ?? 0) + 1);
        statuses.set(event.messageId, mergeStatus(statuses.get(event.messageId), event));
      },
    });
    const { http, sandbox, after } = callingGateway({ reports: handler }, {}, { points: 1000 });
    const to = Array.from({ length: 500 }, (_, index) => String(500_100_200 + index));
    await http.sms.send({ to, message: 'Hi' });
    for (let step = 0; sandbox.callbacks.nextAt !== null; step++) {
      expect(step).toBeLessThan(10_000);
      await after(10_000);
    }
    expect(handled.size).toBe(1000);
    expect(new Set(handled.values())).toEqual(new Set([1]));
    expect(new Set([...statuses.values()].map(({ statusName }) => statusName))).toEqual(new Set(['DELIVERED']));
  });
});
