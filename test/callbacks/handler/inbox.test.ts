import { describe, expect, it, vi } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/description/events.js';
import { type CallbackHandler, callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackHandlerOptions } from '../../../src/callbacks/handler/handler-options.js';
import type { CallbackNotice } from '../../../src/callbacks/handler/running/notices.js';
import { memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import { useTestClock } from '../../support/test-clock.js';
import { call, deferred, idsOf, LATER, OK, report, settle } from './handler-calls.js';

/** Handlers that a test has made, which are closed with it. */
async function withInbox(
  options: Partial<CallbackHandlerOptions> & Pick<CallbackHandlerOptions, 'onEvent'>,
  work: (handler: CallbackHandler) => Promise<void>,
): Promise<void> {
  const handler = callbackHandler({ inbox: true, ...options });
  try {
    await work(handler);
  } finally {
    await handler.close({ abort: true });
  }
}

const statusesOf = (events: readonly CallbackEvent[]): readonly string[] =>
  events.map((event) => `${idsOf([event])[0]} ${'status' in event ? event.status : ''}`);

describe('an inbox', () => {
  useTestClock();

  it('answers OK when an event is stored, and handles it afterwards', async () => {
    const first = deferred();
    const events: CallbackEvent[] = [];
    const onEvent = (event: CallbackEvent): Promise<void> => {
      events.push(event);
      return first.promise;
    };
    await withInbox({ onEvent }, async (handler) => {
      expect(await call(handler, report('1'))).toEqual(OK);
      await settle();
      expect(idsOf(events)).toEqual(['1']);
      // An event that is being handled, and a handled one.
      expect(await call(handler, report('1'))).toEqual(OK);
      first.resolve();
      await settle();
      expect(await call(handler, report('1'))).toEqual(OK);
      await settle();
      expect(events).toHaveLength(1);
    });
  });

  it('handles the events of one message in the order of their times, and other messages concurrently', async () => {
    const first = deferred();
    const events: CallbackEvent[] = [];
    let atOnce = 0;
    const onEvent = async (event: CallbackEvent): Promise<void> => {
      events.push(event);
      atOnce += idsOf([event])[0] === '1' ? 1 : 0;
      expect(atOnce).toBeLessThanOrEqual(1);
      if (events.length === 1) await first.promise;
      await settle();
      atOnce -= idsOf([event])[0] === '1' ? 1 : 0;
    };
    await withInbox({ onEvent }, async (handler) => {
      await call(handler, report('0'));
      await settle();
      for (const [status, donedate] of [
        ['404', '1800000003'],
        ['403', '1800000002'],
        ['405', '1800000004'],
        ['401', '1800000001'],
      ]) {
        await call(handler, report('0', { status: status ?? '', donedate: donedate ?? '' }));
      }
      await call(handler, report('2'));
      await settle();
      expect(statusesOf(events)).toEqual(['0 404', '2 404']);
      first.resolve();
      for (let turn = 0; turn < 10; turn++) await settle();
      expect(statusesOf(events)).toEqual(['0 404', '2 404', '0 401', '0 403', '0 404', '0 405']);
    });
  });

  it('retries a failed event with growing pauses, and the following events of its message wait', async () => {
    const start = Date.now();
    const attempts: string[] = [];
    const onEvent = (event: CallbackEvent): void => {
      attempts.push(`${(Date.now() - start) / 1000} s: ${statusesOf([event])[0]}`);
      if (attempts.length < 6) throw new Error('no');
    };
    await withInbox({ onEvent, inbox: { pauseMs: 1000, maxPauseMs: 4000 } }, async (handler) => {
      await call(handler, report('1', { status: '403', donedate: '1800000001' }));
      await settle();
      await call(handler, report('1', { donedate: '1800000002' }));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(attempts).toEqual([
        '0 s: 1 403',
        '1 s: 1 403',
        '3 s: 1 403',
        '7 s: 1 403',
        '11 s: 1 403',
        '15 s: 1 403',
        '15 s: 1 404',
      ]);
    });
  });

  it('does not delay other messages when one fails', async () => {
    const handled: (string | null)[] = [];
    const onEvent = (event: CallbackEvent): void => {
      if (idsOf([event])[0] === '1') throw new Error('no');
      handled.push(...idsOf([event]));
    };
    await withInbox({ onEvent, inbox: { concurrency: 1 } }, async (handler) => {
      await call(handler, report(['1', '2', '3']));
      await settle();
      await settle();
      expect(handled).toEqual(['2', '3']);
    });
  });

  it('gives up after the given number of attempts, and continues with the following events', async () => {
    const notices: CallbackNotice[] = [];
    const givenUp: [string | null, number][] = [];
    let givenUpFails = true;
    const onEvent = (event: CallbackEvent): void => {
      if ('status' in event && event.status === '403') throw new TypeError('no');
    };
    const inbox: CallbackHandlerOptions['inbox'] = {
      attempts: 3,
      onGivenUp: (event, { failures }) => {
        if (givenUpFails) throw new RangeError('no');
        givenUp.push([idsOf([event])[0] ?? null, failures]);
      },
    };
    await withInbox({ onEvent, inbox, observe: (notice) => void notices.push(notice) }, async (handler) => {
      await call(handler, report('1', { status: '403', donedate: '1799999999' }));
      await call(handler, report('1'));
      await vi.advanceTimersByTimeAsync(3000);
      expect(givenUp).toEqual([]);
      givenUpFails = false;
      await vi.advanceTimersByTimeAsync(8000);
      expect(givenUp).toEqual([['1', 4]]);
      expect(notices.filter(({ type }) => type !== 'answered')).toMatchObject([
        { type: 'failed', part: 'onEvent', failures: 1, kind: 'sms-report', error: 'TypeError' },
        { type: 'failed', part: 'onEvent', failures: 2 },
        { type: 'failed', part: 'onEvent', failures: 3 },
        { type: 'failed', part: 'onGivenUp', failures: 4, error: 'RangeError' },
        { type: 'given-up', kind: 'sms-report', failures: 4 },
        { type: 'handled', kind: 'sms-report' },
      ]);
    });
  });

  it('aborts the signal of an event after the timeout, and waits for the event', async () => {
    const signals: AbortSignal[] = [];
    const first = deferred();
    const onEvent: CallbackHandlerOptions['onEvent'] = (_event, { signal }) => {
      signals.push(signal);
      return signals.length === 1 ? first.promise : undefined;
    };
    await withInbox({ onEvent, timeoutMs: 1000 }, async (handler) => {
      await call(handler, report('1'));
      await vi.advanceTimersByTimeAsync(999);
      expect(signals[0]?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(signals[0]?.aborted).toBe(true);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(signals).toHaveLength(1);
      first.resolve();
      await settle();
      expect(await call(handler, report('1'))).toEqual(OK);
      await settle();
      expect(signals).toHaveLength(1);
    });
  });

  it('accepts only as many events as it can store, and loses none of them', async () => {
    const first = deferred();
    const handled: (string | null)[] = [];
    const onEvent = async (event: CallbackEvent): Promise<void> => {
      await first.promise;
      handled.push(...idsOf([event]));
    };
    await withInbox({ onEvent, store: memoryStore({ maxEvents: 3 }) }, async (handler) => {
      expect(await call(handler, report(['1', '2']))).toEqual(OK);
      expect(await call(handler, report(['3', '4']))).toEqual(LATER);
      expect(await call(handler, report(['2', '3']))).toEqual(OK);
      first.resolve();
      for (let turn = 0; turn < 5; turn++) await settle();
      expect(await call(handler, report(['3', '4']))).toEqual(OK);
      for (let turn = 0; turn < 5; turn++) await settle();
      expect(handled).toHaveLength(4);
      expect(new Set(handled)).toEqual(new Set(['1', '2', '3', '4']));
    });
  });

  it('handles the events that an earlier handler of the store has left', async () => {
    const store = memoryStore();
    const earlier = callbackHandler({ inbox: true, store, onEvent: () => Promise.reject(new Error('no')) });
    await call(earlier, report('1'));
    await settle();
    await earlier.close();
    const events: CallbackEvent[] = [];
    await withInbox({ store, onEvent: (event) => void events.push(event) }, async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(idsOf(events)).toEqual(['1']);
    });
  });

  it('continues after a failure of its store, and reports it', async () => {
    const memory = memoryStore();
    let isAway = true;
    const errors: unknown[] = [];
    const events: CallbackEvent[] = [];
    const away = new Error('the database is away');
    const inbox: typeof memory.inbox = {
      put: (entries) => (isAway ? Promise.reject(away) : memory.inbox.put(entries)),
      next: (handle, retryAfterMs) => (isAway ? Promise.reject(away) : memory.inbox.next(handle, retryAfterMs)),
    };
    const store = { once: memory.once.bind(memory), inbox };
    const onError: CallbackHandlerOptions['onError'] = ({ error }) => void errors.push(error);
    const onEvent = (event: CallbackEvent): void => void events.push(event);
    await withInbox({ store, onEvent, onError, inbox: { concurrency: 1 } }, async (handler) => {
      expect(await call(handler, report('1'))).toEqual(LATER);
      await vi.advanceTimersByTimeAsync(7000);
      // At once, after 1, 3 and 7 seconds, and the call.
      expect(errors).toEqual([away, away, away, away, away]);
      isAway = false;
      expect(await call(handler, report('1'))).toEqual(OK);
      await settle();
      expect(idsOf(events)).toEqual(['1']);
    });
  });

  it('waits for running events when it is closed, and starts no others', async () => {
    const first = deferred();
    const events: CallbackEvent[] = [];
    const handler = callbackHandler({
      inbox: { concurrency: 1 },
      onEvent: (event) => {
        events.push(event);
        return first.promise;
      },
    });
    await call(handler, report(['1', '2']));
    await settle();
    const closed = vi.fn<() => void>();
    const closing = handler.close().then(closed);
    await settle();
    expect(closed).not.toHaveBeenCalled();
    first.resolve();
    await closing;
    expect(idsOf(events)).toEqual(['1']);
  });
});
