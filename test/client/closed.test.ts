import { Pool } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchTransport, httpTransport, type Transport, undiciTransport } from '../../src/calls/index.js';
import { AbortedError, SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { collect, rejection } from '../support/collect.js';
import { serve } from '../support/http-server.js';

const credentials = { username: 'demo', password: 'demo-password' };
const url = 'http://gateway.test/soap';

/** Lets all run that is ready to run. */
async function turns(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
}

const never = (): Promise<never> => new Promise(() => undefined);
const silent: Transport = { send: never };
/** Like most transports that use `fetch`, it rejects with the reason of the signal. */
const rejecting: Transport = {
  send: ({ signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
};
const failing: Transport = { send: () => Promise.reject(new Error('lost')) };

/** Waits of a call when its client is closed, with the expected outcome. */
const WAITS: readonly (readonly [string, Partial<SmsServiceClientOptions>, 'not-sent' | 'unknown', calls: number])[] = [
  ['its credentials', { credentials: never }, 'not-sent', 1],
  ['its turn in the queue', { transport: silent, maxConcurrency: 1 }, 'not-sent', 2],
  ['its turn for the rate', { transport: silent, maxPerSecond: 0.001 }, 'not-sent', 2],
  ['another attempt', { transport: failing, retry: { baseDelayMs: 60_000, maxDelayMs: 60_000 } }, 'unknown', 1],
  ['a transport that does not listen', { transport: silent }, 'unknown', 1],
  ['a transport that rejects with the reason of the signal', { transport: rejecting, retry: false }, 'unknown', 1],
];

/** The facts of an error about the end of its call. */
function endOf(error: unknown): unknown {
  const { code, reason, outcome, retryable, message } = error as AbortedError;
  const who = /the (?:client|transport) was closed/.test(message) && !message.includes('caller');
  return { code, reason, outcome, retryable, saysWho: who, isAborted: error instanceof AbortedError };
}

const closedAs = (outcome: string): unknown => ({
  code: 'ABORTED',
  reason: 'closed',
  outcome,
  retryable: false,
  saysWho: true,
  isAborted: true,
});

describe.each(WAITS)('a call that waits for %s', (_what, options, outcome, calls) => {
  const { transport = silent, ...more } = options;

  /** Starts calls until the last one waits, closes, and returns the error of the last one. */
  async function lastOf(call: () => Promise<unknown>, close: () => Promise<void>): Promise<unknown> {
    const all = Array.from({ length: calls }, () => rejection(call()));
    await turns();
    await close();
    return all.at(-1);
  }

  it('is ended by close() of its client with the reason "closed"', async () => {
    const client = new SmsServiceClient({ url, credentials, transport, ...more });
    expect(
      endOf(
        await lastOf(
          () => client.checkPoints(),
          () => client.close({ abort: true }),
        ),
      ),
    ).toEqual(closedAs(outcome));
  });

  it('is ended by close() of its client over HTTP', async () => {
    const { credentials: source, ...others } = more;
    const token = source === undefined ? 't0ken-1' : never;
    const client = new SmsServiceHttpClient({ url, token, transport, ...others });
    expect(
      endOf(
        await lastOf(
          () => client.profile.get(),
          () => client.close({ abort: true }),
        ),
      ),
    ).toEqual(closedAs(outcome));
  });
});

it.each<[string, (address: string) => Transport | undefined]>([
  ['the default transport', () => undefined],
  ['node:http', () => httpTransport()],
  ['fetch', () => fetchTransport()],
  [
    'undici',
    (address) => {
      const pool = new Pool(new URL(address).origin);
      onTestFinished(() => pool.destroy());
      return undiciTransport(pool);
    },
  ],
])('a call in flight over %s is ended by close() with the reason "closed"', async (_what, make) => {
  const server = await serve(() => undefined);
  const transport = make(server.url);
  const over = transport === undefined ? {} : { transport };
  const client = new SmsServiceClient({ url: server.url, credentials, retry: false, ...over });
  const call = rejection(client.checkPoints());
  const stream = rejection(collect(client.streamNumbers(1)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await client.close({ abort: true });
  expect(endOf(await call)).toEqual(closedAs('unknown'));
  expect(endOf(await stream)).toEqual(closedAs('unknown'));
  await transport?.close?.();
});
