import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { endWith } from '../../../src/calls/interceptors/end-with.js';
import type { Attempt, Decoded, Failure } from '../../../src/calls/interceptors/interceptor.js';
import { AbortedError, ConnectionError } from '../../../src/errors/errors.js';
import type { TransportRequest } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { requestFor } from '../../support/scripted-transport.js';

const operation = 'soap_CheckPoints';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A client with one call in flight whose transport is the test. */
function inFlight(signal?: AbortSignal): {
  readonly closing: AbortController;
  readonly result: Promise<Decoded<string>>;
  /** The request as the transport was given it. */
  sent(): TransportRequest;
  end(decoded: Partial<Decoded<string>>): Promise<void>;
  fail(error: unknown): void;
} {
  const closing = new AbortController();
  let request: TransportRequest | undefined;
  let resolve: (decoded: Decoded<string>) => void;
  let reject: (error: unknown) => void;
  const attempt: Attempt<string> = (given) => {
    request = given;
    return new Promise((fulfil, refuse) => {
      [resolve, reject] = [fulfil, refuse];
    });
  };
  const result = endWith(closing.signal)(attempt)(requestFor(operation, { signal }));
  result.catch(() => undefined);
  return {
    closing,
    result,
    sent: () => request ?? requestFor('nothing was sent'),
    end: (decoded) => {
      resolve({ value: 'x', status: 200, bytes: 1, ...decoded });
      return turn();
    },
    fail: (error) => reject(error),
  };
}

describe('a call inside what is not closed with the client', () => {
  it('is handed on with a signal that tells of the closing', () => {
    const { closing, sent } = inFlight();
    expect(sent()).toEqual(requestFor(operation, { signal: closing.signal }));
  });

  it('gives what has come, or what it has failed with', async () => {
    const good = inFlight();
    await good.end({ value: 'good' });
    expect(await good.result).toEqual({ value: 'good', status: 200, bytes: 1 });
    const bad = inFlight();
    const error = new ConnectionError('lost', 'unknown');
    bad.fail(error);
    expect(await rejection(bad.result)).toBe(error);
  });

  it('is ended when the client is closed, also where its transport does not listen', async () => {
    const { closing, result, sent } = inFlight();
    closing.abort('closed');
    expect(sent().signal?.aborted).toBe(true);
    expect(await rejection(result)).toMatchObject({
      name: 'AbortedError',
      outcome: 'unknown',
      operation,
      message: `${operation}: the client was closed; the request may have been carried out`,
    });
  });

  it('ends as its transport says, where that listens', async () => {
    const { closing, result, sent, fail } = inFlight();
    const error = new AbortedError('before its turn', 'not-sent');
    sent().signal?.addEventListener('abort', () => fail(error));
    closing.abort('closed');
    expect(await rejection(result)).toBe(error);
    // What says so later changes nothing.
    await turn();
  });

  it('that is over is not ended', async () => {
    const caller = new AbortController();
    const { closing, result, sent, end } = inFlight(caller.signal);
    await end({});
    await result;
    closing.abort('closed');
    await turn();
    expect(sent().signal?.aborted).toBe(false);
  });
});

describe('a call with a signal of its own', () => {
  it('is ended by that, with its reason', () => {
    const caller = new AbortController();
    const { sent, closing } = inFlight(caller.signal);
    expect(sent().signal?.aborted).toBe(false);
    caller.abort('enough');
    expect(sent().signal).toMatchObject({ aborted: true, reason: 'enough' });
    expect(closing.signal.aborted).toBe(false);
  });

  it('is ended by the closing of the client, with its reason, and leaves the signal of the caller alone', async () => {
    const caller = new AbortController();
    const { sent, closing, result } = inFlight(caller.signal);
    closing.abort('closed');
    expect(sent().signal).toMatchObject({ aborted: true, reason: 'closed' });
    expect(caller.signal.aborted).toBe(false);
    expect(await rejection(result)).toMatchObject({ name: 'AbortedError', operation });
  });

  it('knows when that was aborted before it began', () => {
    const { sent } = inFlight(AbortSignal.abort('enough'));
    expect(sent().signal).toMatchObject({ aborted: true, reason: 'enough' });
  });

  it('listens to it as long as it lasts', async () => {
    const caller = new AbortController();
    const { end } = inFlight(caller.signal);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    await end({});
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });
});

describe('a response that is read as it arrives', () => {
  const reading = (): { readonly over: Promise<Failure | undefined>; done(): void } => {
    let done = (): void => undefined;
    const over = new Promise<Failure | undefined>((resolve) => {
      done = () => resolve(undefined);
    });
    return { over, done };
  };

  it('is in flight until it has been read', async () => {
    const caller = new AbortController();
    const { over } = reading();
    const { end, closing, sent, result } = inFlight(caller.signal);
    await end({ over });
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    closing.abort('closed');
    await turn();
    expect(sent().signal?.aborted).toBe(true);
    // The response had come: it is its reader who learns of the end.
    expect(await result).toMatchObject({ status: 200 });
  });

  it('is not ended when it has been read', async () => {
    const caller = new AbortController();
    const { over, done } = reading();
    const { end, closing, sent } = inFlight(caller.signal);
    await end({ over });
    done();
    await turn();
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
    closing.abort('closed');
    expect(sent().signal?.aborted).toBe(false);
  });
});

it('many calls that listen to one closing give no warning', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const closing = new AbortController();
  const attempt: Attempt<string> = ({ signal }) => {
    signal?.addEventListener('abort', () => undefined);
    return new Promise(() => undefined);
  };
  for (let count = 0; count < 20; count++) void endWith(closing.signal)(attempt)(requestFor(operation));
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
