import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import {
  ConnectionError,
  isSmsServiceError,
  type SmsServiceClient,
  SmsServiceGateway,
} from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';

/** A step of a test, and its time. */
const STEP = fc.record({
  atMs: fc.integer({ min: 0, max: 5000 }),
  account: fc.integer({ min: 0, max: 4 }),
  does: fc.constantFrom('call', 'call', 'call', 'call', 'stream', 'abort', 'close', 'abortAll'),
});
const WORLD = fc.record({
  maxConcurrency: fc.integer({ min: 1, max: 6 }),
  maxPerSecond: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  ofAccount: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  addresses: fc.integer({ min: 1, max: 3 }),
  adaptiveLimit: fc.boolean(),
  steps: fc.array(STEP, { minLength: 1, maxLength: 60 }),
  fates: fc.infiniteStream(
    fc.constantFrom('good', 'good', 'good', 'good', 'refused', 'lost', 'slow', 'busy', 'tooMany'),
  ),
});

afterEach(() => void vi.useRealTimers());

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('with many accounts and random faults, each call ends and no limit is exceeded', async () => {
  await fc.assert(
    fc.asyncProperty(
      WORLD,
      async ({ maxConcurrency, maxPerSecond, ofAccount, addresses, adaptiveLimit, steps, fates }) => {
        vi.useFakeTimers();
        const accounts = Array.from({ length: 5 }, (_, index) => ({
          username: `u${index}`,
          password: `password-${index}`,
        }));
        const answers = createSandbox({ accounts }).transport();
        const begun: number[] = [];
        const inFlight = { all: 0, most: 0, of: new Map<number, number>(), mostOf: 0 };
        const gateway = new SmsServiceGateway({
          url: Array.from({ length: addresses }, (_, index) => `http://g${index}.test/`),
          maxConcurrency,
          maxPerSecond,
          adaptiveLimit,
          transport: {
            send: async (request) => {
              const { account = 0, signal } = request;
              begun.push(performance.now());
              inFlight.all += 1;
              inFlight.most = Math.max(inFlight.most, inFlight.all);
              inFlight.of.set(account, (inFlight.of.get(account) ?? 0) + 1);
              inFlight.mostOf = Math.max(inFlight.mostOf, inFlight.of.get(account) ?? 0);
              try {
                const fate = fates.next().value;
                await wait(fate === 'slow' ? 900 : 20);
                if (signal?.aborted) throw new ConnectionError('ended', 'unknown');
                if (fate === 'refused') throw new ConnectionError('refused', 'not-sent');
                if (fate === 'lost') throw new ConnectionError('lost', 'unknown');
                if (fate === 'busy') return { status: 503, headers: { 'retry-after': '1' }, body: Buffer.from('busy') };
                if (fate === 'tooMany') return { status: 429, headers: {}, body: Buffer.from('too many') };
                return await answers.send(request);
              } finally {
                inFlight.all -= 1;
                inFlight.of.set(account, (inFlight.of.get(account) ?? 0) - 1);
              }
            },
          },
        });
        const clients = accounts.map((credentials) => gateway.client({ credentials, maxConcurrency: ofAccount }));
        let open = 0;
        const ends: Promise<void>[] = [];
        const made = async (act: () => Promise<unknown>): Promise<void> => {
          open += 1;
          try {
            await act();
          } catch (error) {
            // Nothing but errors of the library comes out.
            if (!isSmsServiceError(error)) throw error;
          } finally {
            open -= 1;
          }
        };
        const callers = clients.map(() => new AbortController());
        for (const { atMs, account, does } of steps) {
          ends.push(
            (async () => {
              await wait(atMs);
              const client = clients[account] as SmsServiceClient;
              const { signal } = callers[account] as AbortController;
              if (does === 'call') await made(() => client.checkPoints({ signal }));
              if (does === 'stream') {
                await made(async () => {
                  for await (const _ of client.streamNumbers(1, { signal })) break;
                });
              }
              if (does === 'abort') callers[account]?.abort();
              if (does === 'close') await client.close();
              if (does === 'abortAll') await client.close({ abort: true });
            })(),
          );
        }
        const all = Promise.all(ends);
        await vi.advanceTimersByTimeAsync(400_000);
        await all;
        expect(open).toBe(0);
        expect(gateway.load).toEqual({ calls: 0, waiting: 0 });
        expect(inFlight.all).toBe(0);
        expect(inFlight.most).toBeLessThanOrEqual(maxConcurrency);
        if (ofAccount !== undefined) expect(inFlight.mostOf).toBeLessThanOrEqual(ofAccount);
        if (maxPerSecond !== undefined) {
          // The first ones of a second may use what the bucket holds: ten milliseconds' worth, and one at least.
          const most = maxPerSecond + Math.max(1, maxPerSecond / 100);
          for (const time of begun) {
            expect(begun.filter((other) => other >= time && other < time + 990).length).toBeLessThanOrEqual(most);
          }
        }
        await gateway.close();
        expect(vi.getTimerCount()).toBe(0);
        vi.useRealTimers();
      },
    ),
    { numRuns: 150 },
  );
}, 120_000);
