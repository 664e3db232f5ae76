import { describe, expect, it, vi } from 'vitest';
import { callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackStore } from '../../../src/callbacks/stores/store.js';
import { eventually } from '../../support/eventually.js';
import { entry } from '../stores/entries.js';
import { call, OK, report } from './handler-calls.js';

describe('a handler whose store loses its lock of an event', () => {
  it('aborts the signal of the event, and does not answer OK if the event then fails', async () => {
    const lost = new AbortController();
    const store: CallbackStore = {
      async once(_key, handle) {
        await handle(undefined, lost.signal);
        return 'handled';
      },
    };
    const handler = callbackHandler({
      store,
      async onEvent(_event, { signal }) {
        lost.abort(new Error('gone'));
        signal.throwIfAborted();
      },
    });
    expect((await call(handler, report('1'))).status).toBe(500);
  });

  it.each([
    ['one of the inbox', 0],
    ['one that is given up', 2],
  ])('does so for %s', async (_what, failures) => {
    const lost = new AbortController();
    const reasons: unknown[] = [];
    const next = vi.fn<NonNullable<CallbackStore['inbox']>['next']>(async (handle) => {
      if (next.mock.calls.length > 1) return { kind: 'nothing-due', waitMs: 60_000 };
      await handle(entry('1').event, undefined, failures, lost.signal);
      return { kind: 'handled' };
    });
    const lose = (_event: unknown, { signal }: { readonly signal: AbortSignal }): void => {
      lost.abort(new Error('gone'));
      reasons.push(signal.reason);
    };
    const handler = callbackHandler({
      store: { once: () => Promise.reject(new Error('not here')), inbox: { put: async () => ['new'], next } },
      inbox: { concurrency: 1, attempts: 2, onGivenUp: lose },
      onEvent: lose,
    });
    await eventually(() => expect(reasons).toEqual([new Error('gone')]));
    await handler.close();
  });
});

describe('a handler that is closed', () => {
  it('stops waiting for a connection of its store, and reports no failure', async () => {
    const observe = vi.fn();
    const next: NonNullable<CallbackStore['inbox']>['next'] = (_handle, _pause, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const handler = callbackHandler({
      store: { once: () => Promise.reject(new Error('not here')), inbox: { put: async () => ['new'], next } },
      inbox: true,
      observe,
      onEvent: () => undefined,
    });
    expect(await call(handler, report('1'))).toEqual(OK);
    await handler.close();
    expect(observe.mock.calls.map(([{ type }]) => type)).toEqual(['answered']);
  });
});
