import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { httpTransport, type Transport, undiciTransport } from '../../../src/calls/index.js';
import { callWithDeadAddress } from './dead-address.js';
import { callAtTheDeadline } from './deadlines.js';
import { addUnderPressure } from './pressure.js';
import { callAroundRestart } from './restart.js';

/** The short form is for every change; the long one has figures to quote. */
const isLong = process.env.NETWORK_RUN !== 'short';

const TRANSPORTS: readonly (readonly [string, () => Transport])[] = [
  ['http', () => httpTransport()],
  ['undici', () => undiciTransport(new Agent())],
];

const lines: string[] = [];
afterAll(() => {
  process.stdout.write(`\n${lines.join('\n')}\n`);
});

async function reported<T extends object>(what: string, run: Promise<T>): Promise<T> {
  const facts = await run;
  const words = Object.entries(facts).map(([name, value]) => `${name} ${Math.round(Number(value) * 10) / 10}`);
  lines.push(`${what}: ${words.join(', ')}`);
  return facts;
}

describe('a gateway that refuses what is too much for it', () => {
  it.each([
    ['addNumber, 200 times, 203 above 100 a second', 200, { perSecond: 100 }],
    ['addNumber, 200 times, 202 above 4 at once', 200, { atOnce: 4, takesMs: 20 }],
    ...(isLong ? ([['addNumber, 1,000 times, 203 above 20 a second', 1000, { perSecond: 20 }]] as const) : []),
  ] as const)('gets all of it, with few refusals: %s', async (what, count, limits) => {
    const { added, failed, refused } = await reported(what, addUnderPressure(count, limits));
    expect({ added, failed }).toEqual({ added: count, failed: 0 });
    expect(refused).toBeLessThan(count / 4);
  });
});

describe('a first address at which nothing answers', () => {
  const forMs = isLong ? 65_000 : 12_000;

  it.each(TRANSPORTS)('fails no call, and is tried by one at a time: %s', async (name, make) => {
    const what = `checkPoints, 20 at once, with a black hole as first address, ${forMs / 1000} s, ${name}`;
    const { failed, probes } = await reported(what, callWithDeadAddress(forMs, { transport: make() }));
    expect(failed).toBe(0);
    // The first calls, and one probe after each pause.
    expect(probes).toBeLessThanOrEqual(20 + 2 * Math.ceil(forMs / 30_000));
  });
});

describe('a gateway that is away', () => {
  it.each(
    TRANSPORTS.flatMap(([name, make]) =>
      (isLong ? [1500, 6000] : [1500]).map((awayMs) => [name, awayMs, make] as const),
    ),
  )('is waited for, where nothing was done: %s, %i ms', async (name, awayMs, make) => {
    const what = `reads and changes around a restart of ${awayMs / 1000} s, ${name}`;
    const { failedReads } = await reported(what, callAroundRestart(awayMs, { transport: make() }));
    expect(failedReads).toBe(0);
  });
});

it('what has no time left is not sent, and errors name the limit that was set', async () => {
  const { unknown, leastNamedMs } = await reported(
    'addNumber with 200 ms for each, one at once',
    callAtTheDeadline(20, 30),
  );
  expect({ unknown, leastNamedMs }).toEqual({ unknown: 0, leastNamedMs: 200 });
});
