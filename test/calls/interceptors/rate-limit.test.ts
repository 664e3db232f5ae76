import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  type RateLimitOptions,
  type Transport,
  type TransportBodySource,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/calls/index.js';
import { Limiter, RATE_LIMIT_OPTIONS } from '../../../src/calls/interceptors/rate-limit.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { readOptions } from '../../../src/options/table.js';
import { collect, rejection } from '../../support/collect.js';
import { soapResponse } from '../../support/fake-transport.js';
import {
  arriving,
  goodResponse,
  type Intercepted,
  requestFor,
  scriptedTransport,
  streamFor,
  through,
} from '../../support/scripted-transport.js';
import { useTestClock } from '../../support/test-clock.js';

const limited = (transport: Transport, options: RateLimitOptions): Intercepted =>
  through(transport, (closing) => new Limiter(closing, readOptions(options, RATE_LIMIT_OPTIONS)).interceptor);

const READ = 'soap_CheckPoints';
const STREAM = 'soap_GetNumbers';
const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>');
const NUMBERS = soapResponse(STREAM, '<result>0</result><arNumbers><item><number>1</number></item></arNumbers>');

/** A transport whose answers the test gives, one after the other. */
function heldTransport(): {
  readonly transport: Transport;
  readonly requests: TransportRequest[];
  readonly most: () => number;
  inFlight(): number;
  /** Answers the oldest request. */
  response(response?: TransportResponse): Promise<void>;
} {
  const requests: TransportRequest[] = [];
  const held: { resolve(response: TransportResponse): void; reject(error: Error): void }[] = [];
  let most = 0;
  const turn = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    requests,
    most: () => most,
    inFlight: () => held.length,
    transport: {
      send: (request) =>
        new Promise((resolve, reject) => {
          requests.push(request);
          held.push({ resolve, reject });
          most = Math.max(most, held.length);
        }),
    },
    response: (response = goodResponse()) => {
      held.shift()?.resolve(response);
      return turn();
    },
  };
}

/** A limit around a transport whose answers the test gives. */
function heldLimited(options: RateLimitOptions): ReturnType<typeof heldTransport> & { readonly held: Intercepted } {
  const all = heldTransport();
  return { ...all, held: limited(all.transport, options) };
}

function timesOf(transport: { readonly times: readonly number[] }): number[] {
  const [first = 0] = transport.times;
  return transport.times.map((time) => time - first);
}

describe('with the clock of the test', () => {
  useTestClock();

  describe('maxConcurrency', () => {
    it('is how many requests are in flight at most', async () => {
      const { requests, most, inFlight, response, held } = heldLimited({ maxConcurrency: 3 });
      const sent = Array.from({ length: 20 }, () => held.send(requestFor(READ)));
      while (inFlight() > 0) await response();
      await Promise.all(sent);
      expect([requests.length, most()]).toEqual([20, 3]);
    });
  });

  describe('a stream', () => {
    async function begun(
      ...pieces: readonly (string | Error)[]
    ): Promise<{ readonly body: TransportBodySource; readonly isNextIn: () => boolean; end(): Promise<void> }> {
      const { requests, response, held } = heldLimited({ maxConcurrency: 1 });
      const first = held.send(streamFor(STREAM));
      const next = held.send(requestFor(READ));
      await response(goodResponse({ body: arriving(...pieces).body }));
      return {
        body: (await first).body as TransportBodySource,
        isNextIn: () => requests.length === 2,
        end: async () => {
          await vi.advanceTimersByTimeAsync(0);
          await response();
          await next;
        },
      };
    }

    it('is in flight while it is read', async () => {
      const { body, isNextIn, end } = await begun('a', 'b');
      const seen: boolean[] = [];
      for await (const _ of body) seen.push(isNextIn());
      await end();
      expect(seen).toEqual([false, false]);
    });

    it.each<[string, readonly (string | Error)[], (body: TransportBodySource) => Promise<unknown>]>([
      ['it has been read', ['a', 'b'], (body) => collect(body)],
      [
        'the loop is left',
        ['a', 'b'],
        async (body) => {
          for await (const _ of body) break;
        },
      ],
      ['it is left before it is read', ['a', 'b'], async (body) => body[Symbol.asyncIterator]().return?.()],
      ['it fails', ['a', new Error('lost')], (body) => rejection(collect(body))],
    ])('is over when %s', async (_when, pieces, read) => {
      const { body, isNextIn, end } = await begun(...pieces);
      await read(body);
      await vi.advanceTimersByTimeAsync(0);
      expect(isNextIn()).toBe(true);
      await end();
    });

    it('is in flight while nothing reads it', async () => {
      const { body, isNextIn, end } = await begun('a');
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(isNextIn()).toBe(false);
      for await (const _ of body) void _;
      await end();
    });
  });

  describe('waiting', () => {
    it('counts into the time of a call', async () => {
      const { requests, response, held } = heldLimited({ maxConcurrency: 1 });
      const sent = [held.send(requestFor(READ)), held.send(requestFor(READ, { timeoutMs: 1000 }))];
      await vi.advanceTimersByTimeAsync(400);
      await response();
      await response();
      await Promise.all(sent);
      expect(requests[1]?.timeoutMs).toBe(600);
    });

    it('ends when the caller aborts', async () => {
      const { requests, response, held } = heldLimited({ maxConcurrency: 1 });
      const first = held.send(requestFor(READ));
      const end = new AbortController();
      const second = rejection(held.send(requestFor(READ, { signal: end.signal, timeoutMs: 1000 })));
      end.abort('enough');
      expect(await second).toMatchObject({ name: 'AbortedError', outcome: 'not-sent', cause: 'enough' });
      expect([vi.getTimerCount(), getEventListeners(end.signal, 'abort')]).toEqual([0, []]);
      await response();
      await first;
      expect(requests).toHaveLength(1);
    });

    it('of aborted requests takes no turn', async () => {
      const { requests, inFlight, response, held } = heldLimited({ maxConcurrency: 1 });
      const end = new AbortController();
      const sent = [held.send(requestFor('first'))];
      const input = Array.from({ length: 3000 }, () =>
        rejection(held.send(requestFor('given up', { signal: end.signal }))),
      );
      sent.push(held.send(requestFor('second')));
      end.abort();
      await Promise.all(input);
      while (inFlight() > 0) await response();
      await Promise.all(sent);
      expect(requests.map(({ operation }) => operation)).toEqual(['first', 'second']);
    });
  });

  describe('maxPerSecond', () => {
    /** When the requests of a burst begin, all of them there from the start. */
    async function burst(maxPerSecond: number, seconds: number): Promise<number[]> {
      const transport = scriptedTransport();
      const held = limited(transport, { maxPerSecond });
      const count = Math.ceil(maxPerSecond * seconds * 1.1) + 1;
      const sent = Array.from({ length: count }, () =>
        rejection(held.send(requestFor(READ)).then(() => Promise.reject(0))),
      );
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      await held.close?.();
      await Promise.all(sent);
      return timesOf(transport);
    }

    /** The most of them that begin in any second. */
    function mostInASecond(times: readonly number[]): number {
      let [most, from] = [0, 0];
      for (const [index, time] of times.entries()) {
        while (time - (times[from] ?? 0) >= 1000) from += 1;
        most = Math.max(most, index - from + 1);
      }
      return most;
    }

    it.each([
      [0.5, 20],
      [10, 10],
      [5000, 2],
    ])('%d: no second has more requests, and 99 % of the rate is reached', async (perSecond, seconds) => {
      const times = await burst(perSecond, seconds);
      expect(mostInASecond(times)).toBeLessThanOrEqual(Math.max(1, perSecond));
      expect(times.length).toBeGreaterThanOrEqual(Math.floor(perSecond * seconds * 0.99));
    });

    it('does not accumulate unused requests', async () => {
      const transport = scriptedTransport();
      const held = limited(transport, { maxPerSecond: 10 });
      await held.send(requestFor(READ));
      await vi.advanceTimersByTimeAsync(60_000);
      const sent = [1, 2, 3].map(() => held.send(requestFor(READ)));
      await vi.advanceTimersByTimeAsync(200);
      await Promise.all(sent);
      expect(timesOf(transport)).toEqual([0, 60_000, 60_091, 60_192]);
    });

    it('sends no new request before waiting ones, even if their timer is late', async () => {
      const transport = scriptedTransport();
      const held = limited(transport, { maxPerSecond: 10 });
      await held.send(requestFor('first'));
      const second = held.send(requestFor('second'));
      // Something has kept the event loop for longer than the second had to wait.
      const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 150);
      const third = held.send(requestFor('third'));
      now.mockRestore();
      await vi.advanceTimersByTimeAsync(1000);
      await Promise.all([second, third]);
      expect(transport.requests.map(({ operation }) => operation)).toEqual(['first', 'second', 'third']);
    });

    it('so small that the wait is longer than any timer keeps the others waiting', async () => {
      const transport = scriptedTransport();
      const held = limited(transport, { maxPerSecond: 1e-8 });
      await held.send(requestFor(READ));
      const waiting = rejection(held.send(requestFor(READ)));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(transport.requests).toHaveLength(1);
      await held.close?.();
      await waiting;
    });
  });
});

describe('options', () => {
  it.each<[string, unknown]>([
    ['maxConcurrency', { maxConcurrency: 0 }],
    ['maxPerSecond', { maxPerSecond: 0 }],
    ['maxPerMinute', { maxPerMinute: 5 }],
    ['options', null],
  ])('%s is refused: %j', (path, options) => {
    expect(() => limited(scriptedTransport(), options as RateLimitOptions)).toThrow(
      expect.objectContaining({ name: 'ValidationError', path }),
    );
  });

  it.each<[string, RateLimitOptions]>([
    ['no options', {}],
    ['Infinity', { maxConcurrency: Number.POSITIVE_INFINITY, maxPerSecond: Number.POSITIVE_INFINITY }],
  ])('%s: no limit', async (_what, limits) => {
    const transport = scriptedTransport();
    const held = limited(transport, limits);
    await Promise.all(Array.from({ length: 1000 }, () => held.send(requestFor(READ))));
    expect(transport.requests).toHaveLength(1000);
  });
});

describe('the only place of a client', () => {
  const xml = { 'content-type': 'text/xml' };
  it.each<[string, Partial<TransportResponse>]>([
    ['that is good', { headers: xml, body: arriving(NUMBERS).body }],
    ['that breaks off', { headers: xml, body: arriving(NUMBERS.slice(0, 400), new Error('lost')).body }],
    ['with status 503', { status: 503, body: arriving('<html/>').body }],
  ])('is free again after a stream %s', async (_what, response) => {
    let isFirst = true;
    const transport: Transport = {
      send: async () => {
        if (!isFirst) return goodResponse({ body: Buffer.from(POINTS) });
        isFirst = false;
        return goodResponse(response);
      },
    };
    const url = 'http://gateway.test/soap';
    const credentials = { username: 'a', password: 'b' };
    const client = new SmsServiceClient({ url, credentials, transport, maxConcurrency: 1, retry: false });
    await collect(client.streamNumbers(1)).catch(() => undefined);
    expect(await client.checkPoints({ timeoutMs: 1000 })).toBe(1);
  });
});

describe('a request that has not had its turn', () => {
  const ABORTED = 'aborted by the caller while the request waited for a limit; nothing was sent';
  const CLOSED = 'the client was closed while the request waited for a limit; nothing was sent';
  const LATE = 'waiting for maxConcurrency or maxPerSecond took longer than 20 ms; nothing was sent';
  const never = { send: (): Promise<never> => new Promise(() => undefined) };

  it.each<[string, Partial<TransportRequest>, (held: Intercepted, caller: AbortController) => unknown, object]>([
    [ABORTED, {}, (_transport, caller) => caller.abort('enough'), { name: 'AbortedError', cause: 'enough' }],
    [CLOSED, {}, (held) => held.close(), { name: 'AbortedError' }],
    [LATE, { timeoutMs: 20 }, () => vi.advanceTimersByTimeAsync(20), { name: 'TimeoutError', timeoutMs: 20 }],
  ])('says why: %s', async (words, more, end, facts) => {
    vi.useFakeTimers();
    const caller = new AbortController();
    const held = limited(never, { maxConcurrency: 1 });
    void held.send(requestFor(READ));
    const error = rejection(held.send(requestFor(READ, { signal: caller.signal, ...more })));
    await end(held, caller);
    expect(await error).toMatchObject({ message: `${READ}: ${words}`, outcome: 'not-sent', operation: READ, ...facts });
    vi.useRealTimers();
  });

  it('is given up when too little of its time is left for it, and names the limit that the caller has set', async () => {
    vi.useFakeTimers();
    const held = limited(never, { maxConcurrency: 1 });
    void held.send(requestFor(READ));
    const timeLimit = { deadline: 2000, timeoutMs: 2000 };
    const waiting = rejection(held.send(requestFor(READ, { timeoutMs: 300, timeLimit })));
    let isOver = false;
    void waiting.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(199);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ name: 'TimeoutError', timeoutMs: 2000, outcome: 'not-sent' });
    vi.useRealTimers();
  });

  it('ends even if its timer is late', async () => {
    vi.useFakeTimers();
    const { requests, response, held } = heldLimited({ maxConcurrency: 1 });
    const first = held.send(requestFor(READ));
    const second = rejection(held.send(requestFor(READ, { timeoutMs: 200 })));
    const third = held.send(requestFor(READ));
    // The clock goes on, and no timer is heard.
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 199);
    await response();
    await first;
    expect(await second).toMatchObject({ name: 'TimeoutError', timeoutMs: 200, outcome: 'not-sent' });
    clock.mockRestore();
    expect(requests).toHaveLength(2);
    await response();
    await third;
    vi.useRealTimers();
  });
});
