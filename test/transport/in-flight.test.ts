import { getHeapSpaceStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { InFlight, type InFlightEntry } from '../../src/transport/time-limits.js';

interface Item extends InFlightEntry {
  readonly name: string;
}

const item = (name: string): Item => ({ name, index: -1 });
const names = (items: Iterable<Item>): string => [...items].map(({ name }) => name).join('');

describe('what is in flight', () => {
  it('is what was added and not taken out, in whatever order', () => {
    const inFlight = new InFlight<Item>();
    const [a, b, c, d] = [item('a'), item('b'), item('c'), item('d')] as const;
    for (const each of [a, b, c, d]) inFlight.add(each);
    expect(names(inFlight)).toBe('abcd');
    inFlight.delete(b);
    expect(names(inFlight)).toBe('adc');
    inFlight.delete(c);
    inFlight.delete(a);
    expect(names(inFlight)).toBe('d');
    inFlight.add(b);
    inFlight.delete(d);
    inFlight.delete(b);
    expect(names(inFlight)).toBe('');
  });

  it('keeps nothing of what was taken out in memory', () => {
    const old = (): number =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
    const make = () => ({ name: 'x', index: -1, load: Array.from({ length: 16 }, () => 0.5) });
    const inFlight = new InFlight<ReturnType<typeof make>>();
    const latest: ReturnType<typeof make>[] = [];
    // 32 at once, as calls are: all others are dead, and die young unless something holds on to them.
    const call = (index: number): void => {
      const before = latest[index % 32];
      if (before !== undefined) inFlight.delete(before);
      latest[index % 32] = make();
      inFlight.add(latest[index % 32] as ReturnType<typeof make>);
    };
    for (let index = 0; index < 40; index++) call(index);
    // Objects that are held grow old during other work.
    for (let index = 0; index < 300_000; index++) make();
    const before = old();
    let most = 0;
    for (let index = 0; index < 100_000; index++) {
      call(index);
      if (index % 1000 === 0) most = Math.max(most, old() - before);
    }
    // A Set of the same calls holds 7 to 9 MB of them at times.
    expect(most).toBeLessThan(2_000_000);
  });
});
