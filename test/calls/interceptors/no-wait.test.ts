import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SmsServiceEvent } from '../../../src/calls/events/events.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { HttpStatusError } from '../../../src/errors/errors.js';
import type { Transport, TransportRequest, TransportResponse } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { soapResponse } from '../../support/fake-transport.js';

const url = 'https://gateway.test/soap';
const credentials = { username: 'alice', password: 'sesame' };
const answered = (parts: string): TransportResponse => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(soapResponse('soap_CheckPoints', parts)),
});
const GOOD = answered('<result>0</result><points>1</points>');
const AWAY: TransportResponse = { status: 503, headers: { 'retry-after': '5' }, body: Buffer.from('away') };
const TOO_MANY = answered('<result>202</result><description>slow down</description>');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'setImmediate', 'performance', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A scripted transport with `needsNoWait`. */
function scripted(
  responses: readonly TransportResponse[],
  needsNoWait: NonNullable<Transport['needsNoWait']> = () => true,
): Transport & { readonly sent: TransportRequest[] } {
  const sent: TransportRequest[] = [];
  return {
    sent,
    needsNoWait,
    send: async (request) => {
      sent.push(request);
      return responses[sent.length - 1] ?? GOOD;
    },
  };
}

describe('a request that needs no gateway', () => {
  it('is retried without a pause, even if the clock is stopped', async () => {
    const delays: number[] = [];
    const onEvent = (event: SmsServiceEvent): void => {
      if (event.type === 'retry') delays.push(event.delayMs);
    };
    const client = new SmsServiceClient({ url, credentials, transport: scripted([AWAY, AWAY]), onEvent });
    expect(await client.checkPoints()).toBe(1);
    expect(delays).toHaveLength(2);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(5000);
  });

  it('is given up after as much time as it would have taken', async () => {
    const transport = scripted(Array.from({ length: 100 }, () => AWAY));
    const client = new SmsServiceClient({ url, credentials, transport, timeoutMs: 12_000 });
    expect(await rejection(client.checkPoints())).toBeInstanceOf(HttpStatusError);
    expect(transport.sent).toHaveLength(3);
  });

  it('waits for no limit: rate, concurrency or adaptive', async () => {
    for (const limits of [{ maxPerSecond: 1 }, { maxConcurrency: 1 }, { adaptiveLimit: true }]) {
      const client = new SmsServiceClient({ url, credentials, transport: scripted([TOO_MANY]), ...limits });
      const points = await Promise.all([client.checkPoints(), client.checkPoints(), client.checkPoints()]);
      expect(points).toEqual([1, 1, 1]);
    }
  });
});

describe('a request that goes to a gateway', () => {
  it.each([
    ['returns false', () => false],
    ['resolves to false', async () => false],
    [
      'throws',
      () => {
        throw new Error('of no use');
      },
    ],
  ])('waits as usual if needsNoWait %s', async (_name, needsNoWait) => {
    const client = new SmsServiceClient({ url, credentials, transport: scripted([AWAY], needsNoWait) });
    const done = vi.fn();
    const called = (async () => done(await client.checkPoints()))();
    await vi.advanceTimersByTimeAsync(5000);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    await called;
    expect(done).toHaveBeenCalledWith(1);
  });
});
