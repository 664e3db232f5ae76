import { describe, expect, it, vi } from 'vitest';
import { type MemoryStore, memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import type { EventKey, InboxEntry } from '../../../src/callbacks/stores/store.js';
import { deferred } from '../handler/handler-calls.js';
import { report } from './entries.js';

const NEVER = new AbortController().signal;
const nothing = (): Promise<void> => Promise.resolve();
const key = (id: string, sameForMs?: number): EventKey => ({ id, sameForMs });

/** A store with a clock that the test moves. */
function clocked(options: { readonly maxEvents?: number; readonly keepMs?: number } = {}): {
  readonly store: MemoryStore;
  readonly pass: (ms: number) => void;
} {
  let time = 1_800_000_000_000;
  const pass = (ms: number): void => {
    time += ms;
  };
  return { store: memoryStore({ now: () => new Date(time), ...options }), pass };
}

describe('a store in memory', () => {
  it('forgets the event that was handled first when it is full', async () => {
    const { store } = clocked({ maxEvents: 3 });
    for (const id of ['a', 'b', 'c', 'd']) expect(await store.once(key(id), nothing, NEVER)).toBe('handled');
    for (const id of ['b', 'c', 'd']) expect(await store.once(key(id), nothing, NEVER)).toBe('double');
    expect(await store.once(key('a'), nothing, NEVER)).toBe('handled');
  });

  it('forgets an event after its retention time', async () => {
    const { store, pass } = clocked({ keepMs: 1000 });
    await store.once(key('a'), nothing, NEVER);
    pass(999);
    expect(await store.once(key('a'), nothing, NEVER)).toBe('double');
    pass(1);
    expect(await store.once(key('a'), nothing, NEVER)).toBe('handled');
  });

  it('treats an event of a kind without ids as a new one after a shorter time', async () => {
    const { store, pass } = clocked();
    await store.once(key('bulk', 1000), nothing, NEVER);
    pass(999);
    expect(await store.once(key('bulk', 1000), nothing, NEVER)).toBe('double');
    pass(1);
    expect(await store.once(key('bulk', 1000), nothing, NEVER)).toBe('handled');
    pass(999);
    expect(await store.once(key('bulk', 1000), nothing, NEVER)).toBe('double');
  });

  it('never forgets an event that is being handled', async () => {
    const { store, pass } = clocked({ maxEvents: 1, keepMs: 1000 });
    const first = deferred();
    const inHand = store.once(key('a'), () => first.promise, NEVER);
    for (const id of ['b', 'c', 'd']) await store.once(key(id), nothing, NEVER);
    pass(10_000);
    const handle = vi.fn<() => Promise<void>>(nothing);
    const double = store.once(key('a'), handle, NEVER);
    first.resolve();
    expect(await inHand).toBe('handled');
    expect(await double).toBe('double');
    expect(handle).not.toHaveBeenCalled();
  });
  describe('for the callbacks of one signed address', () => {
    const of = (id: string, signedAddress = 'one'): EventKey => ({ id, sameForMs: undefined, signedAddress });

    it('remembers a tenth of its events, so that one address cannot displace the events of others', async () => {
      const { store } = clocked({ maxEvents: 30 });
      await store.once(key('real'), nothing, NEVER);
      await store.once(of('other', 'two'), nothing, NEVER);
      for (let number = 0; number < 1000; number++) {
        expect(await store.once(of(`made up ${number}`), nothing, NEVER)).toBe('handled');
      }
      for (const one of [key('real'), of('other', 'two'), of('made up 999'), of('made up 997')]) {
        expect(await store.once(one, nothing, NEVER)).toBe('double');
      }
      expect(await store.once(of('made up 996'), nothing, NEVER)).toBe('handled');
    });

    it('limits the inbox, so that others have space', async () => {
      const { store } = clocked({ maxEvents: 30 });
      const entryOf = (one: EventKey): InboxEntry => ({
        key: one,
        sequence: one.signedAddress ?? one.id,
        order: 0,
        event: report(one.id),
      });
      for (const id of ['a', 'b', 'c']) expect(await store.inbox.put([entryOf(of(id))])).toEqual(['new']);
      await expect(store.inbox.put([entryOf(of('d'))])).rejects.toThrow('of one signed address');
      expect(await store.inbox.put([entryOf(of('b')), entryOf(key('real'))])).toEqual(['double', 'new']);
      expect(await store.inbox.put([entryOf(of('other', 'two'))])).toEqual(['new']);
      await store.inbox.next(nothing, () => 0);
      expect(await store.inbox.put([entryOf(of('d'))])).toEqual(['new']);
    });
  });
});
