import { describe, expect, it } from 'vitest';
import { FairQueue, Queue, type QueuePlace } from '../../../src/calls/interceptors/semaphore.js';

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

/** Turns in which these wait: the account is the first letter. */
function waiting(...values: readonly string[]): { turns: FairQueue<string>; entries: Map<string, QueuePlace<string>> } {
  const turns = new FairQueue<string>();
  const entries = new Map(values.map((value) => [value, turns.add(value.charCodeAt(0), value)]));
  return { turns, entries };
}

/** All, in the order in which they have their turns. */
function inOrder({ turns, entries }: ReturnType<typeof waiting>): string[] {
  const order: string[] = [];
  for (let next = turns.first; next !== undefined; next = turns.first) {
    order.push(next);
    turns.leave(entries.get(next) as QueuePlace<string>, true);
  }
  return order;
}

describe('turns', () => {
  it('go round the accounts, and keep the order of each', () => {
    expect(inOrder(waiting('a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('are in the order of coming where there is one account', () => {
    expect(inOrder(waiting('a1', 'a2', 'a3'))).toEqual(['a1', 'a2', 'a3']);
  });

  it('are not lost by an account of which somebody leaves without one', () => {
    const all = waiting('a1', 'a2', 'b1', 'b2');
    all.turns.leave(all.entries.get('a1') as QueuePlace<string>, false);
    expect([all.turns.count, all.turns.countOf('a'.charCodeAt(0)), all.turns.countOf(undefined)]).toEqual([3, 1, 0]);
    expect(inOrder(all)).toEqual(['a2', 'b1', 'b2']);
    expect([all.turns.count, all.turns.first]).toEqual([0, undefined]);
  });
});
