import { describe, expect, it } from 'vitest';
import { FairQueue, type QueuePlace } from '../../../src/calls/interceptors/semaphore.js';

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

  it('are in the order of arrival for one account', () => {
    expect(inOrder(waiting('a1', 'a2', 'a3'))).toEqual(['a1', 'a2', 'a3']);
  });

  it('are not lost by an account if one of its requests leaves without a turn', () => {
    const all = waiting('a1', 'a2', 'b1', 'b2');
    all.turns.leave(all.entries.get('a1') as QueuePlace<string>, false);
    expect([all.turns.count, all.turns.countOf('a'.charCodeAt(0)), all.turns.countOf(undefined)]).toEqual([3, 1, 0]);
    expect(inOrder(all)).toEqual(['a2', 'b1', 'b2']);
    expect([all.turns.count, all.turns.first]).toEqual([0, undefined]);
  });
});
