import { setMaxListeners } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/index.js';
import type { CallbackInbox, CallbackStore, InboxEntry, InboxStep } from '../../../src/callbacks/stores/store.js';
import { eventually } from '../../support/eventually.js';
import { entry, key, report, tick } from './entries.js';

/** A place where stores are kept. */
export interface StorePlace {
  /** A store in a new place, and that of another process in the same one; in memory there is one. */
  open(): Promise<readonly [one: CallbackStore<unknown>, other: CallbackStore<unknown>]>;
  close(): Promise<void>;
}

/** Runs the contract of every store. @param start - starts its server, once for all tests */
export function testStore(name: string, start: () => Promise<StorePlace>): void {
  describe(`a store in ${name}`, () => {
    let place: StorePlace;
    let [one, other]: readonly CallbackStore<unknown>[] = [];
    const { signal } = new AbortController();
    // All calls of a test have it.
    setMaxListeners(0, signal);
    const nothing = async (): Promise<void> => undefined;

    beforeAll(async () => {
      place = await start();
    }, 60_000);
    afterAll(() => place?.close());
    beforeEach(async () => {
      [one, other] = await place.open();
    });
    afterEach(() => vi.restoreAllMocks());

    const stores = (): readonly [CallbackStore<unknown>, CallbackStore<unknown>] => {
      if (one === undefined || other === undefined) throw new Error('the store was not opened');
      return [one, other];
    };

    describe('handles an event once', () => {
      it('and recognizes it afterwards, in every process', async () => {
        const [one, other] = stores();
        const handle = vi.fn(nothing);
        expect(await one.once(key('a'), handle, signal)).toBe('handled');
        expect(await one.once(key('a'), handle, signal)).toBe('double');
        expect(await other.once(key('a'), handle, signal)).toBe('double');
        expect(await other.once(key('b'), handle, signal)).toBe('handled');
        expect(handle).toHaveBeenCalledTimes(2);
      });

      it('again after a failure, with the error of the handler', async () => {
        const [one, other] = stores();
        const failure = new Error('no');
        await expect(one.once(key('a'), () => Promise.reject(failure), signal)).rejects.toBe(failure);
        expect(await other.once(key('a'), nothing, signal)).toBe('handled');
      });

      it.each([0, 1])('while a duplicate waits for the first to end, in process %i', async (which) => {
        const [one, other] = stores();
        const [first, second] = [gate(), vi.fn(nothing)];
        const handled = one.once(key('a'), first.handle, signal);
        await first.begun;
        let isOver = false;
        const double = [one, other][which]?.once(key('a'), second, signal).finally(() => {
          isOver = true;
        });
        await tick(60);
        expect(isOver).toBe(false);
        first.open();
        expect(await handled).toBe('handled');
        expect(await double).toBe('double');
        expect(second).not.toHaveBeenCalled();
      });

      it.each([0, 1])('by the waiting duplicate when the first fails, in process %i', async (which) => {
        const [one, other] = stores();
        const first = gate();
        const handled = one.once(key('a'), first.handle, signal);
        await first.begun;
        const second = vi.fn(nothing);
        const double = [one, other][which]?.once(key('a'), second, signal);
        first.fail(new Error('no'));
        await expect(handled).rejects.toThrow('no');
        expect(await double).toBe('handled');
        expect(second).toHaveBeenCalledTimes(1);
      });

      it.each([0, 1])('and ends only the waiting when a signal is aborted, in process %i', async (which) => {
        const [one, other] = stores();
        const first = gate();
        const handled = one.once(key('a'), first.handle, signal);
        await first.begun;
        const ends = new AbortController();
        const double = [one, other][which]?.once(key('a'), nothing, ends.signal);
        await tick(20);
        ends.abort(new Error('enough'));
        await expect(double).rejects.toThrow('enough');
        first.open();
        expect(await handled).toBe('handled');
        expect(await other.once(key('a'), nothing, signal)).toBe('double');
      });

      it('of many at once, in two processes', async () => {
        const [one, other] = stores();
        const handle = vi.fn(() => tick(5));
        const calls = Array.from({ length: 60 }, (_, at) => (at % 2 ? one : other).once(key(at % 3), handle, signal));
        const ends = await Promise.all(calls);
        expect(handle).toHaveBeenCalledTimes(3);
        expect(ends.filter((end) => end === 'handled')).toHaveLength(3);
      });

      it('for as long as its key is valid', async () => {
        const [one, other] = stores();
        const short = key('a', 30);
        expect(await one.once(short, nothing, signal)).toBe('handled');
        await eventually(async () => expect(await other.once(short, nothing, signal)).toBe('handled'));
      });
    });

    describe('stores events', () => {
      const inboxes = (): readonly [CallbackInbox<unknown>, CallbackInbox<unknown>] => {
        const [one, other] = stores().map(({ inbox }) => inbox);
        if (one === undefined || other === undefined) throw new Error('the store has no inbox');
        return [one, other];
      };
      const seen: string[] = [];
      const note = async (event: CallbackEvent): Promise<void> => void seen.push(nameOf(event));
      const next = (inbox: CallbackInbox<unknown>, handle = note): Promise<InboxStep> => inbox.next(handle, () => 0);

      beforeEach(() => void seen.splice(0));

      /** Returns true if nothing waits: postponed events are due within a minute. */
      const isEmpty = async (inbox: CallbackInbox<unknown>): Promise<boolean> => {
        const step = await next(inbox);
        return step.kind === 'nothing-due' && step.waitMs > 30_000;
      };

      it('once each: waiting and handled events are duplicates', async () => {
        const [one, other] = inboxes();
        expect(await one.put([entry('a'), entry('b'), entry('a')])).toEqual(['new', 'new', 'double']);
        expect(await other.put([entry('b'), entry('c')])).toEqual(['double', 'new']);
        for (let count = 0; count < 3; count++) expect(await next(other)).toEqual({ kind: 'handled' });
        expect(seen.sort()).toEqual(['a', 'b', 'c']);
        expect(await one.put([entry('a'), entry('b')])).toEqual(['double', 'double']);
        expect(await stores()[1].once(key('a'), nothing, signal)).toBe('double');
        expect((await next(one)).kind).toBe('nothing-due');
      });

      it('and returns them unchanged', async () => {
        const [one, other] = inboxes();
        const event: CallbackEvent = {
          type: 'incoming-mms',
          from: '48500100200',
          to: '48500100201',
          receivedAt: new Date(1_790_000_000_000),
          subject: 'Zażółć \0 "gęślą" \ud800 jaźń',
          files: [{ name: '../a', type: 'image/png', size: 3, bytes: new Uint8Array([0, 255, 10]) }],
          unknownFields: Object.fromEntries([
            ['__proto__', 'x'],
            ['$date', ['d', '5']],
            ['toJSON', 'b'],
          ]),
        };
        await one.put([{ ...entry('a'), event }]);
        const handle = vi.fn(nothing);
        expect(await other.next(handle, () => 0)).toEqual({ kind: 'handled' });
        expect(handle.mock.calls[0]?.slice(0, 1)).toEqual([event]);
      });

      it('and returns that nothing is due, for a minute at most', async () => {
        const step = await next(inboxes()[0]);
        expect(step.kind).toBe('nothing-due');
        const waitMs = step.kind === 'nothing-due' ? step.waitMs : 0;
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThanOrEqual(60_000);
      });

      it('in their order for each sequence', async () => {
        const [one, other] = inboxes();
        const orders = [5, Number.NEGATIVE_INFINITY, -2.5, 0, 1_790_000_000_000, 5, 0.5];
        await one.put(orders.map((order, at) => entry(at, { order })));
        for (const _ of orders) await next(other);
        expect(seen).toEqual(['1', '2', '3', '6', '0', '5', '4']);
      });

      it('and retries a failed one later, before the following events of its sequence', async () => {
        const [one, other] = inboxes();
        await one.put([entry('a', { order: 1 }), entry('b', { order: 2 }), entry('x', { sequence: 'other' })]);
        const failure = new Error('no');
        const pauses = vi.fn(() => 150);
        const steps: InboxStep[] = [];
        for (let count = 0; count < 3; count++) {
          const fails = async (event: CallbackEvent): Promise<void> => {
            if (nameOf(event) === 'a') throw failure;
            await note(event);
          };
          steps.push(await (count % 2 ? one : other).next(fails, pauses));
        }
        expect(steps).toContainEqual({ kind: 'failed', error: failure, event: report('a'), failures: 1 });
        expect(steps).toContainEqual({ kind: 'handled' });
        expect(steps[2]?.kind).toBe('nothing-due');
        expect((steps[2] as { waitMs: number }).waitMs).toBeLessThanOrEqual(1000);
        expect(seen).toEqual(['x']);
        expect(pauses.mock.calls).toEqual([[1]]);
        await eventually(async () => expect((await next(other)).kind).toBe('handled'));
        expect(await next(one)).toEqual({ kind: 'handled' });
        expect(seen).toEqual(['x', 'a', 'b']);
      });

      it('and counts the failures of each', async () => {
        const [one, other] = inboxes();
        await one.put([entry('a')]);
        const failureCounts: number[] = [];
        const counts: unknown[] = [];
        const fail = async (_event: CallbackEvent, _transaction: unknown, failures: number): Promise<void> => {
          failureCounts.push(failures);
          throw new Error('no');
        };
        for (const inbox of [one, other, one]) {
          const step = await inbox.next(fail, () => 0);
          counts.push(step.kind === 'failed' ? step.failures : step);
        }
        expect([failureCounts, counts]).toEqual([
          [0, 1, 2],
          [1, 2, 3],
        ]);
      });

      it('and never handles two of one sequence at once, even if one is inserted before the other', async () => {
        const [one, other] = inboxes();
        await one.put([entry('b', { order: 2 }), entry('c', { order: 3 })]);
        const first = gate();
        const handled = one.next(first.handle, () => 0);
        await first.begun;
        await other.put([entry('a', { order: 1 })]);
        expect((await next(other)).kind).toBe('nothing-due');
        expect((await next(one)).kind).toBe('nothing-due');
        first.open();
        expect(await handled).toEqual({ kind: 'handled' });
        await next(other);
        await next(one);
        expect(seen).toEqual(['a', 'c']);
      });

      it('and handles none that a handler without an inbox is handling or has handled', async () => {
        const [one, other] = inboxes();
        await one.put([entry('a')]);
        const first = gate();
        const handled = stores()[1].once(key('a'), first.handle, signal);
        await first.begun;
        const steps = [one, other].map((inbox) => next(inbox));
        await tick(60);
        expect(seen).toEqual([]);
        first.open();
        expect(await handled).toBe('handled');
        await Promise.all(steps);
        await eventually(async () => expect(await isEmpty(one)).toBe(true));
        expect(seen).toEqual([]);
        expect(await other.put([entry('a')])).toEqual(['double']);
      });

      it('and handles others while a handler without an inbox handles one', async () => {
        const [one, other] = inboxes();
        await one.put([entry('a'), entry('b', { sequence: 'two' }), entry('c', { sequence: 'three' })]);
        const first = gate();
        const handled = stores()[1].once(key('a'), first.handle, signal);
        await first.begun;
        expect(await next(one)).toEqual({ kind: 'handled' });
        expect(await next(other)).toEqual({ kind: 'handled' });
        expect(seen.sort()).toEqual(['b', 'c']);
        first.open();
        expect(await handled).toBe('handled');
      });

      it('and handles one after a handler without an inbox has failed', async () => {
        const [one, other] = inboxes();
        await one.put([entry('a')]);
        const first = gate();
        const failing = stores()[1].once(key('a'), first.handle, signal);
        await first.begun;
        const step = next(one);
        await tick(30);
        first.fail(new Error('no'));
        await expect(failing).rejects.toThrow('no');
        await step;
        await eventually(async () => expect([await next(other), seen].pop()).toEqual(['a']));
      });

      it.each([true, false])('that a handler without an inbox waits for (it succeeds: %s)', async (succeeds) => {
        const [one] = inboxes();
        await one.put([entry('a')]);
        const first = gate();
        const step = one.next(first.handle, () => 60_000);
        await first.begun;
        const handle = vi.fn(nothing);
        const double = stores()[1].once(key('a'), handle, signal);
        await tick(60);
        expect(handle).not.toHaveBeenCalled();
        if (succeeds) first.open();
        else first.fail(new Error('no'));
        expect((await step).kind).toBe(succeeds ? 'handled' : 'failed');
        expect(await double).toBe(succeeds ? 'double' : 'handled');
      });

      it('that are stored concurrently, once each', async () => {
        const [one, other] = inboxes();
        const names = Array.from({ length: 10 }, (_, at) => at);
        const puts = Array.from({ length: 20 }, (_, at) => {
          const order: InboxEntry[] = names.map((name) => entry(name, { sequence: String(name) }));
          return (at % 2 ? one : other).put(at % 3 ? order : order.reverse());
        });
        const ends = (await Promise.all(puts)).flat();
        expect(ends.filter((end) => end === 'new')).toHaveLength(10);
        await Promise.all(Array.from({ length: 10 }, (_, at) => next(at % 2 ? one : other)));
        while ((await next(one)).kind === 'handled');
        expect(seen.sort()).toEqual(names.map(String));
      });
    });
  });
}

function nameOf(event: CallbackEvent): string {
  return 'messageId' in event ? String(event.messageId) : event.type;
}

interface Gate {
  readonly handle: () => Promise<void>;
  /** Resolves when `handle` was called. */
  readonly begun: Promise<void>;
  open(): void;
  fail(error: Error): void;
}

/** A handler whose result the test decides. */
function gate(): Gate {
  let begin = (): void => undefined;
  let [open, fail]: [() => void, (error: Error) => void] = [() => undefined, () => undefined];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return {
    handle: () => {
      begin();
      return ended;
    },
    begun,
    open: () => open(),
    fail: (error) => fail(error),
  };
}
