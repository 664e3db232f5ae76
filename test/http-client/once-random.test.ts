import { describe, expect, it } from 'vitest';
import { ConnectionError, isSmsServiceError } from '../../src/errors/errors.js';
import type { SendResult } from '../../src/http-client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { Transport } from '../../src/transport/transport.js';
import { clientOf } from './gateway-script.js';

/** Numbers from 0 to below 1, the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SPELLINGS = (number: string): readonly string[] => [number, `48${number}`, `+48 ${number}`, `0048-${number}`];
const TROUBLE = ['before', 'after', 'refused', 203, 101, 502] as const;

/** A connection to a gateway that fails at random, before or behind it. */
function unreliable(transport: Transport, random: () => number, share: number): Transport {
  const body = (text: string): Uint8Array => Buffer.from(text);
  return {
    send: async (request) => {
      const kind = random() < share ? TROUBLE[Math.floor(random() * TROUBLE.length)] : undefined;
      if (kind === 'refused') throw new ConnectionError('refused', 'not-sent');
      if (kind === 'before') throw new ConnectionError('lost', 'unknown');
      if (typeof kind === 'number' && kind < 500) {
        return { status: 200, headers: {}, body: body(JSON.stringify({ error: kind, message: 'no' })) };
      }
      const response = await transport.send(request);
      if (kind === 'after') throw new ConnectionError('lost', 'unknown');
      return kind === 502 ? { status: 502, headers: {}, body: body('<html>Bad Gateway</html>') } : response;
    },
  };
}

async function round(seed: number): Promise<string> {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const account = { username: 'alice', password: 'wonderland', tokens: ['t0ken-of-the-account'] };
  const points = pick([1000, 1000, 0.5]);
  const sandbox = createSandbox({ accounts: [{ ...account, points }], listsUsedIdx: pick([true, false]) });
  const client = clientOf(unreliable(sandbox.transport(), random, pick([0.3, 0.6, 0.9])), {
    url: pick([['http://gateway.test/'], ['http://one.test/', 'http://two.test/']]),
    retry: pick([false, { attempts: 3, baseDelayMs: 0.1, maxDelayMs: 0.1, maxTotalMs: 50 }] as const),
    adaptiveLimit: false,
    format: pick(['json', 'text']),
    validation: true,
  });
  const to = Array.from({ length: pick([1, 2, 3, 12]) }, () =>
    random() < 0.1 ? '500' : pick(SPELLINGS(String(500_100_200 + Math.floor(random() * 8)))),
  );
  const idx = to.map((_, index) => `i${index}`);
  const allowDuplicates = random() < 0.4;
  const params = random() < 0.5 ? to.map((_, index) => [`value${index}`]) : undefined;
  let result: SendResult | undefined;
  let outcome = 'done';
  try {
    result = await client.sms.send({ to, idx, allowDuplicates, message: 'Hi [%1%]', ...(params ? { params } : {}) });
  } catch (error) {
    expect(isSmsServiceError(error)).toBe(true);
    outcome = isSmsServiceError(error) ? error.outcome : 'foreign';
  }
  const stored = sandbox.account('alice')?.messages ?? [];
  expect(new Set(stored.map((one) => one.idx)).size).toBe(stored.length);
  if (!allowDuplicates) expect(new Set(stored.map((one) => one.to)).size).toBe(stored.length);
  if (params !== undefined) for (const one of stored) expect(one.message).toBe(`Hi value${one.idx.slice(1)}`);
  if (outcome === 'rejected' || outcome === 'not-sent') expect(stored).toEqual([]);
  if (result !== undefined) {
    const reported = result.messages.filter(({ error }) => error === undefined).map((one) => one.idx);
    expect(reported).toHaveLength(stored.length);
    expect(new Set(reported)).toEqual(new Set(stored.map((one) => one.idx)));
    const refused = result.messages.filter(({ error }) => error !== undefined).map((one) => one.idx);
    for (const one of stored) expect(refused).not.toContain(one.idx);
  }
  await client.close();
  return outcome;
}

describe('sends over connections that fail at random', () => {
  it('are accepted at most once each, and reported correctly', async () => {
    const first = Number(process.env.PROPERTY_SEED ?? 1) * 100_000;
    const outcomes = new Map<string, number>();
    for (let seed = first; seed < first + 1000; seed++) {
      const outcome = await round(seed).catch((cause: unknown) => {
        throw new Error(`seed ${seed}`, { cause });
      });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    // Each outcome must occur, or the test would prove nothing.
    expect(new Set(outcomes.keys())).toEqual(new Set(['done', 'not-sent', 'rejected', 'unknown']));
  }, 60_000);
});
