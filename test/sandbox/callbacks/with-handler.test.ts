import { describe, expect, it } from 'vitest';
import { type CallbackEvent, callbackHandler, mergeStatus, type ReportEvent } from '../../../src/callbacks/index.js';
import { callingGateway, listener } from './setup.js';

const NOTIFY_KEY = 'a key of the tests, long enough';

describe('with callbackHandler at the other end', () => {
  it('a message is sent, delivered, answered by its recipient, and the handler hears of each once', async () => {
    const told: string[] = [];
    const handler = callbackHandler({
      secret: { query: 'key', value: 's3cret' },
      onEvent: (event) => {
        if (event.type === 'sms-report') told.push(`${event.messageId} ${event.statusName}`);
        if (event.type === 'incoming-sms') told.push(`${event.messageId} "${event.text}"`);
      },
    });
    const { http, sandbox, after } = callingGateway('https://shop.test/sms?key=s3cret', {
      callbacks: { handlers: { 'shop.test': handler }, disorder: { seed: 3, twice: 1, lateMs: 1000 } },
    });
    await http.sms.send({ to: '500100200', message: 'Coming?', from: '2way' });
    await after(5000);
    sandbox.receive({ replyTo: '1001', text: 'Tak, jedziemy' });
    await after(60_000);
    await after(1000);
    expect(told).toEqual(['1001 SENT', '1001 DELIVERED', '1001 "Tak, jedziemy"']);
    expect(sandbox.callbacks.sent.filter(({ accepted }) => accepted)).toHaveLength(6);
  });

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

  it('a report to a signed address is known, also where the gateway keeps no query, if the path is signed', async () => {
    const events: string[] = [];
    const handler = callbackHandler({
      notifyKey: NOTIFY_KEY,
      now: () => new Date('2027-01-15T12:00:00Z'),
      onEvent: (event) => void events.push(event.type),
    });
    for (const [notifyPlace, keepsQuery, status] of [
      ['query', true, 200],
      ['path', true, 200],
      ['path', false, 200],
      ['query', false, 403],
    ] as const) {
      const { http, sandbox, after } = callingGateway(undefined, {
        callbacks: { handlers: { 'shop.test': handler }, keepsQuery },
        deliveryScript: [{ status: 'DELIVERED' }],
        // Other messages have other ids, and so no report is the double of another one.
        nextId: () => `m${events.length + 1}`,
      });
      const notifyUrl = 'https://shop.test/sms?shop=7';
      await http.sms.send({ to: '500100200', message: 'Hi', notifyUrl, notifyKey: NOTIFY_KEY, notifyPlace });
      await after(0);
      expect(sandbox.callbacks.sent.map((sent) => sent.status)).toEqual([status]);
    }
    expect(events).toEqual(['sms-report', 'sms-report', 'sms-report']);
  });

  it('in disorder nothing is lost, nothing handled twice, and no status goes back', async () => {
    const seed = Number(process.env.PROPERTY_SEED ?? 11);
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
    const { http, sandbox, after } = callingGateway(
      { reports: handler },
      { callbacks: { atOnce: 64, disorder: { seed, twice: 0.4, late: 0.4, lateMs: 120_000, shuffled: true } } },
      { points: 1000 },
    );
    const to = Array.from({ length: 500 }, (_, index) => String(500_100_200 + index));
    await http.sms.send({ to, message: 'Hi' });
    for (let step = 0; sandbox.callbacks.nextAt !== null; step++) {
      expect(step, `seed ${seed}`).toBeLessThan(10_000);
      await after(10_000);
    }
    expect(handled.size, `seed ${seed}`).toBe(1000);
    expect(new Set(handled.values()), `seed ${seed}`).toEqual(new Set([1]));
    expect(new Set([...statuses.values()].map(({ statusName }) => statusName)), `seed ${seed}`).toEqual(
      new Set(['DELIVERED']),
    );
  });
});

it('callbacks go over a socket to a program that is away at first', async () => {
  const program = await listener((count) => (count < 3 ? 'lost' : {}));
  const { sandbox, after } = callingGateway({ incomingSms: program.url });
  sandbox.receive({ from: '500100200', text: 'Hi' });
  await after(0);
  await after(60_000);
  await after(300_000);
  expect(sandbox.callbacks.sent.map(({ accepted }) => accepted)).toEqual([false, false, true]);
});
