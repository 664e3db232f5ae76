import { describe, expect, it, vi } from 'vitest';
import { type Pace, rateLimit } from '../../../src/calls/index.js';
import { rejection } from '../../support/collect.js';
import { requestFor, scriptedTransport, through } from '../../support/scripted-transport.js';
import { useTestClock } from '../../support/test-clock.js';

const READ = 'soap_CheckPoints';
const START = new Date(2026, 10, 23, 7, 59, 50);
const EIGHT = new Date(2026, 10, 23, 8).getTime();

/** A pace until eight o'clock, and another one from then on. */
const fromEight = (before: number, after: number) => (): number => (Date.now() < EIGHT ? before : after);

/** Sends so many requests at once. @returns how many had begun when so many seconds had gone */
async function begun(maxPerSecond: Pace, count: number, seconds: readonly number[]): Promise<readonly number[]> {
  const transport = scriptedTransport();
  const end = new AbortController();
  const held = through(transport, () => rateLimit({ maxPerSecond }));
  const sent = Array.from({ length: count }, () =>
    rejection(held.send(requestFor(READ, { signal: end.signal })).then(() => Promise.reject(0))),
  );
  const counts: number[] = [];
  let now = 0;
  for (const second of seconds) {
    await vi.advanceTimersByTimeAsync((second - now) * 1000);
    now = second;
    counts.push(transport.requests.length);
  }
  end.abort();
  await Promise.all(sent);
  return counts;
}

describe('a pace that changes', () => {
  useTestClock();

  it('is kept by the clock: what waits under the slow one goes on under the fast one', async () => {
    vi.setSystemTime(START);
    // One in a hundred seconds until eight, ten in a second from then on.
    const [before, after, later] = await begun(fromEight(0.01, 10), 100, [9, 12, 14]);
    expect(before).toBe(1);
    expect(after).toBeGreaterThan(5);
    expect(later).toBeGreaterThan(25);
    expect(later).toBeLessThan(50);
  });

  it('becomes slower as well', async () => {
    vi.setSystemTime(START);
    const [before, after] = await begun(fromEight(10, 0.1), 1000, [10, 30]);
    expect(before).toBeGreaterThan(90);
    expect(Number(after) - Number(before)).toBeLessThan(5);
  });

  it.each([
    [() => Number.NaN],
    [() => 0],
    [() => -1],
    [() => JSON.parse('"x"') as number],
    [() => JSON.parse('{') as number],
  ])('that is no number above zero is one in a second until there is one: %s', async (pace) => {
    const [count] = await begun(pace, 10, [3.5]);
    expect(count).toBe(4);
  });

  it('stays as it was when a function fails later', async () => {
    let times = 0;
    const pace = (): number => {
      times += 1;
      if (times > 3) throw new Error('no more');
      return Number.POSITIVE_INFINITY;
    };
    expect(await begun(pace, 100, [0])).toEqual([100]);
  });
});

it.each(['fast', '20', null, 0, -1, Number.NaN, {}])('no pace is %s', (maxPerSecond) => {
  const refused = expect.objectContaining({ name: 'ValidationError', path: 'maxPerSecond' });
  expect(() => rateLimit({ maxPerSecond: maxPerSecond as never })).toThrow(refused);
});
