import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundLimits } from '../../../src/calls/events/events.js';
import { Limiter, RATE_LIMIT_OPTIONS } from '../../../src/calls/interceptors/rate-limit.js';
import { readRetryOptions, retryUntil } from '../../../src/calls/interceptors/retry.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { gatewayError } from '../../../src/domain/gateway-codes.js';
import { ConnectionError, HttpStatusError } from '../../../src/errors/errors.js';
import { readOptions } from '../../../src/options/table.js';
import type { TransportRequest, TransportResponse } from '../../../src/transport/transport.js';
import type { GatewayLimits } from '../../network/calls/limited-gateway.js';
import { addUnderPressure, type UnderPressure } from '../../network/calls/pressure.js';
import { rejection } from '../../support/collect.js';
import {
  goodResponse,
  type Intercepted,
  requestFor,
  type ScriptedTransport,
  type Step,
  scriptedTransport,
  through,
} from '../../support/scripted-transport.js';
import { useTestClock } from '../../support/test-clock.js';

const READ = 'soap_CheckPoints';
const CHANGE = 'soap_AddNumber';
const tooFast: Step = { refused: gatewayError(203, '') };

useTestClock();

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Adds numbers within a time of the test's clock. */
async function added(
  count: number,
  limits: GatewayLimits,
  withinMs: number,
  options: Partial<SmsServiceClientOptions> = {},
): Promise<UnderPressure> {
  const adding = addUnderPressure(count, limits, options);
  await vi.advanceTimersByTimeAsync(withinMs);
  return adding;
}

/** Retries around the limits of a client, as a client has them. */
const slowed = (transport: ScriptedTransport): Intercepted =>
  through(transport, (closing) => {
    const [outer, inner] = [
      retryUntil(closing, readRetryOptions({})),
      new Limiter(closing, readOptions({ adaptiveLimit: true }, RATE_LIMIT_OPTIONS)).interceptor,
    ];
    return (next) => outer(inner(next));
  });

describe('a gateway that refuses what is too much', () => {
  it('adds all of 1,000 numbers at 20 a second, and refuses few', async () => {
    const { refused, ...facts } = await added(1000, { perSecond: 20 }, 60_000);
    expect(facts).toMatchObject({ added: 1000, failed: 0 });
    expect(refused).toBeLessThan(30);
  });

  it('adds all of 500 numbers at 4 at once, and refuses few', async () => {
    const { refused, ...facts } = await added(500, { atOnce: 4, takesMs: 50 }, 20_000);
    expect(facts).toMatchObject({ added: 500, failed: 0 });
    expect(refused).toBeLessThan(50);
  });

  it('adds all numbers of three clients that share 20 a second, and refuses few', async () => {
    const adding = addUnderPressure(600, { perSecond: 20 }, {}, 3);
    await vi.advanceTimersByTimeAsync(60_000);
    const { refused, ...facts } = await adding;
    expect(facts).toMatchObject({ added: 600, failed: 0 });
    expect(refused).toBeLessThan(120);
  });

  it('is reported with the first request under new limits, and again when there is none', async () => {
    const reported: unknown[] = [];
    const clientsOwn = {
      heedsPauses: true,
      report: ({ operation }: TransportRequest, limits: FoundLimits) => reported.push([operation, limits]),
    };
    const client = through(
      scriptedTransport('good', 'good', 'good', tooFast),
      (closing) =>
        new Limiter(closing, readOptions({ adaptiveLimit: true }, RATE_LIMIT_OPTIONS), clientsOwn).interceptor,
    );
    await Promise.allSettled(Array.from({ length: 4 }, () => client.send(requestFor(CHANGE))));
    expect(reported).toEqual([]);
    for (const operation of ['slow', 'slow too', 'free', 'free too']) {
      const sent = client.send(requestFor(operation));
      await vi.advanceTimersByTimeAsync(operation === 'slow too' ? 60_000 : 1000);
      await sent;
    }
    // Three were accepted: 15 % less, plus the increase of a quarter of a second.
    expect(reported).toEqual([
      ['slow', { maxPerSecond: 2.58, maxConcurrency: undefined }],
      ['free', { maxPerSecond: undefined, maxConcurrency: undefined }],
    ]);
  });
});

describe('a refused call', () => {
  it('uses up none of its attempts', async () => {
    const transport = scriptedTransport(...Array.from({ length: 8 }, () => tooFast));
    const sent = slowed(transport).send(requestFor(CHANGE));
    await vi.runAllTimersAsync();
    expect((await sent).status).toBe(200);
    expect(transport.requests.map(({ attempt = 1 }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('waits out an outage that comes later as any other', async () => {
    const refusals = Array.from({ length: 8 }, () => tooFast);
    const outage = Array.from({ length: 5 }, (): Step => ({ fails: new ConnectionError('refused', 'not-sent') }));
    const transport = scriptedTransport(...refusals, ...outage);
    const sent = slowed(transport).send(requestFor(CHANGE));
    await vi.runAllTimersAsync();
    expect((await sent).status).toBe(200);
    expect(transport.requests).toHaveLength(14);
  });

  it('is let in before those that came later', async () => {
    const transport = scriptedTransport(tooFast, tooFast);
    const client = slowed(transport);
    const first = client.send(requestFor(CHANGE));
    await vi.advanceTimersByTimeAsync(0);
    const others = ['second', 'third'].map((operation) => client.send(requestFor(operation)));
    await vi.runAllTimersAsync();
    await Promise.all([first, ...others]);
    expect(transport.requests.map(({ operation }) => operation)).toEqual([CHANGE, CHANGE, CHANGE, 'second', 'third']);
  });

  it('fails immediately with the refusal if its time ends before the pause', async () => {
    const transport = scriptedTransport(tooFast);
    const error = await rejection(slowed(transport).send(requestFor(CHANGE, { timeoutMs: 200 })));
    expect(error).toMatchObject({ name: 'RateLimitError', limit: 'rate', outcome: 'rejected' });
    expect(transport.requests).toHaveLength(1);
  });

  it('with status 429 slows other calls, and is not retried for a change', async () => {
    const transport = scriptedTransport({
      refused: new HttpStatusError('x', 429, ''),
      headers: { 'retry-after': '7' },
    });
    const client = slowed(transport);
    expect(await rejection(client.send(requestFor(CHANGE)))).toMatchObject({ status: 429 });
    const second = client.send(requestFor(READ));
    await vi.runAllTimersAsync();
    await second;
    expect(transport.times[1]).toBe((transport.times[0] ?? 0) + 7250);
  });

  it('for one number (52) slows no other', async () => {
    const transport = scriptedTransport({ refused: gatewayError(52, '') });
    const client = slowed(transport);
    const first = client.send(requestFor('soap_SendSms'));
    await vi.advanceTimersByTimeAsync(0);
    await client.send(requestFor(READ));
    expect(transport.times[1]).toBe(transport.times[0]);
    await vi.runAllTimersAsync();
    await first;
  });
});

it('a gateway that refuses everything for two minutes is waited for no longer', async () => {
  const transport = scriptedTransport(...Array.from({ length: 1000 }, () => tooFast));
  const client = slowed(transport);
  const errors = Array.from({ length: 5 }, () => rejection(client.send(requestFor(CHANGE))));
  await vi.advanceTimersByTimeAsync(0);
  const late = rejection(client.send(requestFor(READ)));
  await vi.advanceTimersByTimeAsync(200_000);
  for (const error of await Promise.all(errors)) expect(error).toMatchObject({ outcome: 'rejected' });
  expect(await late).toMatchObject({ name: 'TimeoutError', timeoutMs: 120_000, outcome: 'not-sent' });
});

it.each<[string, string | string[], number]>([
  ['for all calls of a client with one address', 'http://a.test/', 7000],
  ['for its own call where another address may work', ['http://a.test/', 'http://b.test/'], 0],
])('a pause that a page of a proxy asks for is %s', async (_what, url, wanted) => {
  const times: number[] = [];
  const transport = {
    send: async (): Promise<TransportResponse> => {
      times.push(performance.now());
      if (times.length > 1) return goodResponse();
      return { status: 503, headers: { 'retry-after': '7' }, body: Buffer.from('<html>') };
    },
  };
  const credentials = { username: 'demo', password: 'demo-password' };
  const client = new SmsServiceClient({ url, credentials, transport, retry: false });
  await rejection(client.addNumber({ number: '500100200', groupId: 1 }));
  const second = rejection(client.addNumber({ number: '500100201', groupId: 1 }));
  await vi.advanceTimersByTimeAsync(7000);
  await second;
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(wanted);
});

it('a call that waits ends with its signal and with the client', async () => {
  const transport = scriptedTransport(tooFast, tooFast);
  const client = slowed(transport);
  const first = rejection(client.send(requestFor(CHANGE)));
  await vi.advanceTimersByTimeAsync(0);
  const end = new AbortController();
  const second = rejection(client.send(requestFor(READ, { signal: end.signal })));
  const third = rejection(client.send(requestFor(READ)));
  end.abort('enough');
  await client.close();
  expect(await second).toMatchObject({ name: 'AbortedError', outcome: 'not-sent', cause: 'enough' });
  expect(await third).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
  expect(await first).toMatchObject({ name: 'AbortedError', outcome: 'rejected' });
});
