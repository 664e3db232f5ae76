import { expect, it } from 'vitest';
import { RecentCount } from '../../../../src/calls/interceptors/limit/recent-count.js';

/** The count of the last second at a time, after things have happened at other times. */
function countAt(now: number, ...times: readonly number[]): number {
  const count = new RecentCount();
  for (const time of times) count.add(time);
  return count.inLastSecond(now);
}

it('what happened in the last second is counted', () => {
  expect(countAt(500, 0, 100, 500)).toBe(3);
});

it('of the second before, so much counts as is not yet a second ago', () => {
  expect(countAt(1250, 0, 100, 200, 300)).toBe(3);
});

it('what happened longer ago does not count', () => {
  expect(countAt(2000, 0, 100, 200, 300)).toBe(0);
  expect(countAt(90_000, 0, 100, 200, 300)).toBe(0);
});

it('nothing has happened before the first', () => {
  expect(countAt(5)).toBe(0);
});

it('a second that begins after a pause begins with what happens in it', () => {
  expect(countAt(10_500, 0, 10_000)).toBe(1);
});
