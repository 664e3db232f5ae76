import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transport, TransportResponse } from '../../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { ConnectionError, TimeoutError } from '../../../src/errors/errors.js';
import { type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { rejection } from '../../support/collect.js';
import { soapResponse } from '../../support/fake-transport.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const urls = ['https://gateway.test/soap', 'https://other.test/soap'];
const answered = (operation: string, parts: string): TransportResponse => ({
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: Buffer.from(soapResponse(operation, parts)),
});
const POINTS = answered('soap_CheckPoints', '<result>0</result><points>7</points>');
const SLOW_DOWN = answered('soap_CheckPoints', '<result>202</result><description>too many</description>');
const AWAY: TransportResponse = { status: 503, headers: { 'retry-after': '20' }, body: Buffer.from('away') };
const lost = new ConnectionError('lost', 'unknown');
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

afterEach(() => {
  vi.useRealTimers();
});

type Step = TransportResponse | Error;

function script(...steps: readonly Step[]): Transport {
  const left = [...steps];
  return {
    send: async () => {
      const step = left.shift() ?? POINTS;
      if (step instanceof Error) throw step;
      return step;
    },
  };
}

function over(tape: Transport, options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  return new SmsServiceClient({ url: urls[0] as string, credentials, transport: tape, ...options });
}

/** Records single attempts without retries. */
async function recordSteps(...steps: readonly Step[]): Promise<void> {
  const tape = cassette(file, { transport: script(...steps), now: () => new Date('2026-01-01T00:00:00Z') }, {});
  const client = over(tape, { retry: false, adaptiveLimit: false });
  for (const _step of steps) await client.checkPoints().catch(() => undefined);
  await tape.close();
}

/** All timers that vitest can stop. */
const ALL: NonNullable<Parameters<typeof vi.useFakeTimers>[0]> = {
  toFake: [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
    'Date',
    'performance',
    'queueMicrotask',
    'hrtime',
  ],
};

const played = (options: CassetteOptions = {}) => cassette(file, { mode: 'locked', ...options }, {});

describe('a replayed call with stopped clocks', () => {
  it.each<readonly [string, Partial<SmsServiceClientOptions>, readonly Step[]]>([
    ['a retry', {}, [lost, AWAY, POINTS]],
    ['a refusal as too much', {}, [SLOW_DOWN, SLOW_DOWN, POINTS]],
    ['a client that slows down', { adaptiveLimit: true }, [SLOW_DOWN, SLOW_DOWN, SLOW_DOWN, SLOW_DOWN, POINTS]],
    ['a second address', { url: urls }, [lost, lost, POINTS]],
    ['a recorded time limit', { timeoutMs: 60_000 }, [new TimeoutError('late', 30_000, 'unknown'), POINTS]],
  ])('ends: %s', async (_name, options, steps) => {
    await recordSteps(...steps);
    vi.useFakeTimers(ALL);
    const tape = played();
    const client = over(tape, options);
    expect(await client.checkPoints()).toBe(7);
    await client.close();
    await tape.close();
  });

  it('ends after the same number of attempts, or the same recorded time', async () => {
    await recordSteps(AWAY, AWAY, AWAY, AWAY);
    vi.useFakeTimers(ALL);
    const tape = cassette(file, { mode: 'replay' }, {});
    expect(await rejection(over(tape).checkPoints({ timeoutMs: 30_000 }))).toMatchObject({ status: 503 });
    expect(await rejection(over(tape, { retry: { attempts: 2 } }).checkPoints())).toMatchObject({ status: 503 });
    await tape.close();
  });
});

describe('a recorded attempt', () => {
  it('still waits after a replayed attempt of the same call', async () => {
    await recordSteps(AWAY);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let sent = 0;
    const transport: Transport = {
      send: async () => {
        sent += 1;
        return POINTS;
      },
    };
    const called = over(cassette(file, { mode: 'auto', transport }, {})).checkPoints();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(sent).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await called).toBe(7);
    expect(sent).toBe(1);
  });
});
