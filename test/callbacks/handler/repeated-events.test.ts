import { describe, expect, it, vi } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/description/events.js';
import { type CallbackHandler, callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackNotice } from '../../../src/callbacks/handler/running/notices.js';
import type { EventContext } from '../../../src/callbacks/handler/running/on-event.js';
import { memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import type { CallbackStore } from '../../../src/callbacks/stores/store.js';
import { useTestClock } from '../../support/test-clock.js';
import {
  call,
  deferred,
  FAILED,
  type HandlerResponse,
  idsOf,
  LATER,
  OK,
  recordingHandler,
  report,
  settle,
} from './handler-calls.js';

describe('a repeated event', () => {
  it('is handled once, and answered OK each time', async () => {
    const { handler, events } = recordingHandler();
    for (let count = 0; count < 3; count++) expect(await call(handler, report('1'))).toEqual(OK);
    // With what a repetition may have changed.
    expect(await call(handler, report('1', { points: '0.2', x: 'y' }))).toEqual(OK);
    expect(idsOf(events)).toEqual(['1']);
  });

  it('is handled again after a failure', async () => {
    let attempts = 0;
    const onEvent = (): void => {
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
    };
    const handler = callbackHandler({ onEvent });
    expect(await call(handler, report('1'))).toEqual(FAILED);
    expect(await call(handler, report('1'))).toEqual(FAILED);
    expect(await call(handler, report('1'))).toEqual(OK);
    expect(await call(handler, report('1'))).toEqual(OK);
    expect(attempts).toBe(3);
  });

  it.each(['with', 'without'])(
    'is handled once by two handlers with one store, the first %s an inbox',
    async (which) => {
      const store = memoryStore();
      const ends = deferred();
      const begun: string[] = [];
      const of = (name: string, inbox: boolean): CallbackHandler =>
        callbackHandler({ store, inbox, onEvent: () => (begun.push(name), ends.promise) });
      const [one, other] = [of('first', which === 'with'), of('second', which === 'without')];
      const answers = [call(one, report('1'))];
      await settle();
      answers.push(call(other, report('1')));
      await settle();
      expect(begun).toEqual(['first']);
      ends.resolve();
      expect(await Promise.all(answers)).toEqual([OK, OK]);
      await Promise.all([one.close(), other.close()]);
      expect(begun).toEqual(['first']);
    },
  );
});

describe('a call with five events', () => {
  it('is answered 500 when the third fails, and its repetition continues with the third', async () => {
    const handled: string[] = [];
    let fails = true;
    const handler = callbackHandler({
      onEvent: (event) => {
        const [id = ''] = idsOf([event]) as string[];
        handled.push(id);
        if (id === '3' && fails) throw new Error('no');
      },
    });
    const query = report(['1', '2', '3', '4', '5']);
    expect(await call(handler, query)).toEqual(FAILED);
    expect(handled).toEqual(['1', '2', '3']);
    fails = false;
    expect(await call(handler, query)).toEqual(OK);
    expect(handled).toEqual(['1', '2', '3', '3', '4', '5']);
  });
});

describe('an event that is being handled', () => {
  it('is awaited by its duplicates, which are not handled if it succeeds', async () => {
    const first = deferred();
    const events: CallbackEvent[] = [];
    const handler = callbackHandler({
      onEvent: (event) => {
        events.push(event);
        return first.promise;
      },
    });
    const calls = Array.from({ length: 10 }, () => call(handler, report('1')));
    const over = vi.fn<(answer: HandlerResponse) => void>();
    for (const each of calls) void each.then(over);
    await settle();
    expect(events).toHaveLength(1);
    expect(over).not.toHaveBeenCalled();
    first.resolve();
    expect(await Promise.all(calls)).toEqual(calls.map(() => OK));
    expect(events).toHaveLength(1);
  });
});

describe('the timeout of a call', () => {
  useTestClock();

  it('causes a 503 and aborts the signal; a repetition waits for the event', async () => {
    const first = deferred();
    const signals: AbortSignal[] = [];
    const notices: CallbackNotice[] = [];
    const handler = callbackHandler({
      timeoutMs: 5000,
      observe: (notice) => void notices.push(notice),
      onEvent: (_event, { signal }) => {
        signals.push(signal);
        return first.promise;
      },
    });
    const early = call(handler, report('1'));
    await vi.advanceTimersByTimeAsync(4999);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await early).toEqual(LATER);
    expect(signals[0]?.aborted).toBe(true);
    const double = call(handler, report('1'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await double).toEqual(LATER);
    const last = call(handler, report('1'));
    await vi.advanceTimersByTimeAsync(1000);
    first.resolve();
    expect(await last).toEqual(OK);
    expect(signals).toHaveLength(1);
    expect(notices.filter(({ type }) => type === 'answered')).toMatchObject([
      { status: 503, reason: 'time', doubles: 0 },
      { status: 503, reason: 'waiting', doubles: 0 },
      { status: 200, doubles: 1 },
    ]);
  });

  it('applies to each repetition of an event that never ends, with one notice', async () => {
    const overdue: CallbackNotice[] = [];
    const onEvent = vi.fn(() => new Promise<void>(() => {}));
    const observe = (notice: CallbackNotice): void => {
      if (notice.type === 'overdue') overdue.push(notice);
    };
    const handler = callbackHandler({ timeoutMs: 1000, observe, onEvent });
    for (let count = 0; count < 3; count++) {
      const answer = call(handler, report('1'));
      await vi.advanceTimersByTimeAsync(1000);
      expect(await answer).toEqual(LATER);
    }
    expect(onEvent).toHaveBeenCalledOnce();
    expect(overdue).toEqual([{ type: 'overdue', kind: 'sms-report' }]);
  });

  it('stops the following events of the call', async () => {
    const first = deferred();
    const begun: (string | null)[] = [];
    const handler = callbackHandler({
      timeoutMs: 1000,
      onEvent: (event) => {
        begun.push(...idsOf([event]));
        return begun.length === 1 ? first.promise : undefined;
      },
    });
    const early = call(handler, report(['1', '2']));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await early).toEqual(LATER);
    first.resolve();
    await settle();
    expect(begun).toEqual(['1']);
    expect(await call(handler, report(['1', '2']))).toEqual(OK);
    expect(begun).toEqual(['1', '2']);
  });
});

describe('closing', () => {
  useTestClock();

  it('answers 503 immediately, and waits for running events', async () => {
    const first = deferred();
    const handler = callbackHandler({ onEvent: () => first.promise });
    const early = call(handler, report('1'));
    await settle();
    const closed = vi.fn<() => void>();
    const closing = handler.close().then(closed);
    expect(await call(handler, report('2'))).toEqual(LATER);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(closed).not.toHaveBeenCalled();
    first.resolve();
    expect(await early).toEqual(OK);
    await closing;
    await handler.close();
  });

  it('aborts running events after a time, or immediately', async () => {
    for (const [options, ms] of [
      [{ timeoutMs: 5000 }, 5000],
      [{ abort: true }, 0],
    ] as const) {
      const signals: AbortSignal[] = [];
      const handler = callbackHandler({
        onEvent: (_event, { signal }) => {
          signals.push(signal);
          return new Promise<void>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')));
          });
        },
      });
      const early = call(handler, report('1'));
      await settle();
      const closing = handler.close(options);
      await vi.advanceTimersByTimeAsync(ms);
      await closing;
      expect(signals[0]?.aborted).toBe(true);
      expect(await early).toEqual(LATER);
    }
  });
});

describe('a store with transactions', () => {
  it('handles each event in one transaction', async () => {
    const seen: unknown[] = [];
    const store: CallbackStore<{ readonly name: string }> = {
      async once(_key, handle) {
        await handle({ name: 'tx' });
        return 'handled';
      },
    };
    const handler = callbackHandler({
      store,
      onEvent: (_event, context: EventContext<{ readonly name: string }>) => void seen.push(context.transaction.name),
    });
    expect(await call(handler, report(['1', '2']))).toEqual(OK);
    expect(seen).toEqual(['tx', 'tx']);
  });
});
