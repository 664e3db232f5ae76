import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Attempt, AttemptResult } from '../../src/calls/attempts/interceptor.js';
import { Call, Pipeline } from '../../src/calls/call.js';
import { Lifetime } from '../../src/calls/lifetime.js';
import { AbortedError } from '../../src/errors/errors.js';
import { ClientClosed } from '../../src/errors/transport-errors.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { scriptedTransport } from '../support/scripted-transport.js';

const operation = 'soap_CheckPoints';
const REQUEST = { method: 'GET', target: '', headers: {} } as const;
const CLOSED = new ClientClosed();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A call whose attempts are made by an interceptor of the caller's. */
function callOf(lifetime: Lifetime, attempt: Attempt<unknown>, signal?: AbortSignal): Call {
  const pipeline = new Pipeline(scriptedTransport(), [() => attempt as never]);
  const named = { name: operation, idempotent: true };
  const call = new Call({
    pipeline,
    address: 'http://gateway.test/',
    operation: named,
    id: 1,
    signal,
    timeoutMs: undefined,
    endsItself: true,
  });
  lifetime.begin(call);
  return call;
}

/** A client with one call in flight whose transport is the test. */
function inFlight(signal?: AbortSignal): {
  readonly lifetime: Lifetime;
  readonly result: Promise<unknown>;
  /** The signal that the transport was given. */
  sent(): AbortSignal | undefined;
  close(): void;
  end(decoded: Partial<AttemptResult<string>>): Promise<void>;
  fail(error: unknown): void;
  /** The call is over: its response has been read. */
  done(): void;
} {
  const lifetime = new Lifetime();
  let request: TransportRequest | undefined;
  let resolve: (decoded: AttemptResult<string>) => void;
  let reject: (error: unknown) => void;
  const call = callOf(
    lifetime,
    (input) => {
      request = input;
      return new Promise((fulfil, refuse) => {
        [resolve, reject] = [fulfil, refuse];
      });
    },
    signal,
  );
  const result: Promise<unknown> = call.run(REQUEST, () => expect.unreachable());
  result.catch(() => undefined);
  return {
    lifetime,
    result,
    sent: () => request?.signal,
    close: () => void lifetime.close({ abort: true }),
    end: (decoded) => {
      resolve({ value: 'x', status: 200, bytes: 1, ...decoded });
      return turn();
    },
    fail: (error) => reject(error),
    done: () => lifetime.finish(call),
  };
}

describe('a call inside what is not closed with the client', () => {
  it('gets a signal that is aborted by close()', () => {
    const { close, sent } = inFlight();
    expect(sent()?.aborted).toBe(false);
    close();
    expect(sent()).toMatchObject({ aborted: true, reason: CLOSED });
  });

  it('is ended when the client is closed, even if its transport ignores the signal', async () => {
    const { close, result, sent } = inFlight();
    close();
    expect(sent()?.aborted).toBe(true);
    expect(await rejection(result)).toMatchObject({
      name: 'AbortedError',
      outcome: 'unknown',
      operation,
      message: `${operation}: the client was closed; the request may have been carried out`,
    });
  });

  it('ends with the error of its transport if that uses the signal', async () => {
    const { close, result, sent, fail } = inFlight();
    const error = new AbortedError('before its turn', 'not-sent');
    sent()?.addEventListener('abort', () => fail(error));
    close();
    expect(await rejection(result)).toBe(error);
    // A later report of the abort has no effect.
    await turn();
  });
});

describe('a call with a signal', () => {
  it('is ended by the closing of the client, with its reason, and leaves the signal of the caller alone', async () => {
    const caller = new AbortController();
    const { sent, close, result } = inFlight(caller.signal);
    close();
    expect(sent()).toMatchObject({ aborted: true, reason: CLOSED });
    expect(caller.signal.aborted).toBe(false);
    expect(await rejection(result)).toMatchObject({ name: 'AbortedError', operation });
  });

  it('listens to it as long as it lasts', async () => {
    const caller = new AbortController();
    const { end, done } = inFlight(caller.signal);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    await end({});
    done();
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });
});

describe('a response that is read as it arrives', () => {
  it('is in flight until it has been read', async () => {
    const caller = new AbortController();
    const { end, close, sent, result } = inFlight(caller.signal);
    await end({});
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    close();
    await turn();
    expect(sent()?.aborted).toBe(true);
    // The response has arrived, so the reader of the body gets the error.
    expect(await result).toBe('x');
  });
});
