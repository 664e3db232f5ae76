import { expect, it } from 'vitest';
import { Queue } from '../../../../src/calls/interceptors/limit/queue.js';

/** Takes all values out from the front. */
function drained(queue: Queue<number>, entries: ReadonlyMap<number, ReturnType<Queue<number>['add']>>): number[] {
  const values: number[] = [];
  for (let first = queue.first; first !== undefined; first = queue.first) {
    values.push(first);
    queue.leave(entries.get(first) as never);
  }
  return values;
}

it.each([
  ['nobody', [], [1, 2, 3, 4]],
  ['the first', [1], [2, 3, 4]],
  ['the last', [4], [1, 2, 3]],
  ['one in the middle', [2], [1, 3, 4]],
  ['two neighbours', [3, 2], [1, 4]],
  ['both ends', [4, 1], [2, 3]],
  ['everybody', [2, 4, 1, 3], []],
])('a queue keeps its order when it is left by %s, and takes more', (_who, leaving, staying) => {
  const queue = new Queue<number>();
  expect(queue.first).toBeUndefined();
  const entries = new Map([1, 2, 3, 4].map((value) => [value, queue.add(value)]));
  for (const value of leaving) queue.leave(entries.get(value) as never);
  entries.set(5, queue.add(5));
  expect(drained(queue, entries)).toEqual([...staying, 5]);
  entries.set(6, queue.add(6));
  expect(queue.first).toBe(6);
});

it('an entry that has left a queue holds no other', () => {
  const queue = new Queue<number>();
  const entries = [queue.add(1), queue.add(2), queue.add(3)];
  for (const entry of [entries[1], entries[0], entries[2]]) queue.leave(entry as never);
  for (const entry of entries) expect(entry).toMatchObject({ before: undefined, behind: undefined });
});
