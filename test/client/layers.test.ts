import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Transport, TransportRequest, TransportResponse } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { ConnectionError } from '../../src/errors/errors.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { goodResponse } from '../support/scripted-transport.js';

const url = 'http://gateway.test/soap';
const credentials = { username: 'demo', password: 'demo-password' };
const sms = { to: '500100200', message: 'x' };
const notSent = new ConnectionError('refused', 'not-sent');
const unknown = new ConnectionError('lost', 'unknown');

/** The same failure again and again. */
const always = (failure: unknown): readonly unknown[] => Array.from({ length: 9 }, () => failure);

/** A good response to any operation. */
function goodFor({ operation }: TransportRequest): TransportResponse {
  const parts = '<result>0</result><points>1</points><response><result>0</result><count>1</count></response>';
  return goodResponse({ body: Buffer.from(soapResponse(operation, parts)) });
}

/** A client over a transport that fails so often. */
function clientOver(
  failures: readonly unknown[],
  options: Partial<SmsServiceClientOptions> = {},
): { readonly client: SmsServiceClient; readonly requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  const transport: Transport = {
    send: async (request) => {
      requests.push(request);
      if (requests.length <= failures.length) throw failures[requests.length - 1];
      return goodFor(request);
    },
  };
  return { client: new SmsServiceClient({ url, credentials, transport, ...options }), requests };
}

/** The result of a call after all its pauses. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  const result = call.then(
    () => 'good',
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return result;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a stream', () => {
  it('is tried again when a proxy answers in place of the gateway, and gives its records', async () => {
    const responses = [
      goodResponse({ status: 503, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>busy</html>') }),
      goodResponse({
        body: Buffer.from(
          soapResponse('soap_GetNumbers', '<result>0</result><arNumbers><item><number>48</number></item></arNumbers>'),
        ),
      }),
    ];
    const transport: Transport = { send: async () => responses.shift() ?? goodResponse() };
    const events: string[] = [];
    const onEvent = ({ type }: { readonly type: string }): unknown => events.push(type);
    const client = new SmsServiceClient({ url, credentials, transport, onEvent });
    const records = collect(client.streamNumbers(7));
    await vi.runAllTimersAsync();
    expect(await records).toEqual([{ number: '48', name: '', groupId: 7 }]);
    expect(events).toEqual(['request', 'error', 'retry', 'request', 'response', 'done']);
  });
});

describe('a client with no options but the required ones', () => {
  it('repeats a read that was lost', async () => {
    const { client, requests } = clientOver([unknown, unknown]);
    expect([await settled(client.checkPoints()), requests.length]).toEqual(['good', 3]);
  });

  it('repeats a send that had not left', async () => {
    const { client, requests } = clientOver([notSent]);
    expect([await settled(client.sendSms(sms)), requests.length]).toEqual(['good', 2]);
  });

  it('never repeats a send that may have been carried out', async () => {
    const { client, requests } = clientOver([unknown]);
    expect([await settled(client.sendSms(sms)), requests.length]).toEqual([unknown, 1]);
  });

  it('has 32 requests in flight at most', async () => {
    let [inFlight, most] = [0, 0];
    const transport: Transport = {
      send: async (request) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inFlight -= 1;
        return goodFor(request);
      },
    };
    const client = new SmsServiceClient({ url, credentials, transport });
    await settled(Promise.all(Array.from({ length: 200 }, () => client.checkPoints())));
    expect(most).toBe(32);
  });
});

describe('timeoutMs', () => {
  it('of the client is for all attempts together', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const { client, requests } = clientOver(always(unknown), {
      timeoutMs: 1000,
      retry: { attempts: 9 },
    });
    const begin = performance.now();
    expect(await settled(client.checkPoints())).toBe(unknown);
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([1000, 875, 625, 125]);
  });
});

describe('url', () => {
  const urls = ['http://a.test/soap', 'http://b.test/soap'];

  it('may be a list: a send goes on only when it was not sent', async () => {
    const lost = clientOver([unknown], { url: urls });
    const refused = clientOver([notSent], { url: urls });
    await settled(lost.client.sendSms(sms));
    await settled(refused.client.sendSms(sms));
    expect([lost, refused].map(({ requests }) => requests.map(({ url }) => url))).toEqual([urls.slice(0, 1), urls]);
  });
});

describe('maxPerSecond', () => {
  it('counts every attempt', async () => {
    const { client, requests } = clientOver(always(notSent).slice(5), {
      maxPerSecond: 2,
      retry: { attempts: 5, baseDelayMs: 1 },
    });
    const call = client.checkPoints();
    await vi.advanceTimersByTimeAsync(999);
    expect(requests).toHaveLength(2);
    await vi.runAllTimersAsync();
    await call;
  });
});

describe('maxConcurrency', () => {
  it('of more than 32 is reached over HTTP', async () => {
    vi.useRealTimers();
    const sandbox = await startSandbox();
    sandbox.failEvery(1, '*', { delayMs: 3_600_000 });
    const client = new SmsServiceClient({ url: sandbox.url, credentials, maxConcurrency: 50 });
    const calls = Array.from({ length: 60 }, () => rejection(client.checkPoints()));
    while (sandbox.callCount() < 50) await new Promise((resolve) => setImmediate(resolve));
    await client.close({ abort: true });
    await Promise.all(calls);
    expect(sandbox.callCount()).toBe(50);
    await sandbox.close();
  });
});
