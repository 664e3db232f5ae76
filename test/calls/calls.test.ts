import { describe, expect, it } from 'vitest';
import type { Call, CallRequest, Decode } from '../../src/calls/call.js';
import { CALLS_OPTIONS, type CallOptions, type CallsOptions } from '../../src/calls/call-options.js';
import { Calls } from '../../src/calls/calls.js';
import { ConnectionError } from '../../src/errors/errors.js';
import { readOptions } from '../../src/options/table.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { collect, rejection } from '../support/collect.js';
import { serve } from '../support/http-server.js';
import { type Step, scriptedTransport } from '../support/scripted-transport.js';

const READ = { name: 'read', idempotent: true };
const url = 'http://a.test/soap';
const REQUEST: CallRequest = { method: 'GET', target: '', headers: {} };
const decode: Decode<number> = ({ status }) => ({ value: status, status, bytes: 0 });
const run = (call: Call): Promise<number> => call.run(REQUEST, decode);
const requested = (calls: Calls, options: CallOptions = {}): Promise<number> => calls.call(READ, options, run);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls over a transport that follows a script. */
function callsOver(
  script: readonly Step[] = [],
  more: Partial<CallsOptions> = {},
): { readonly calls: Calls; readonly requests: readonly TransportRequest[]; isClosed(): boolean } {
  const transport = scriptedTransport(...script);
  const calls = Calls.of(readOptions({ url, transport, ...more }, CALLS_OPTIONS));
  return { calls, requests: transport.requests, isClosed: () => transport.isClosed };
}

describe('the calls of a client', () => {
  it('have numbers, each its own', async () => {
    const [{ calls, requests }, others] = [callsOver(), callsOver()];
    await Promise.all([requested(calls), requested(calls), requested(others.calls)]);
    await requested(calls);
    const [first = 0, ...rest] = requests.map(({ callId }) => callId);
    expect([...rest, ...others.requests.map(({ callId }) => callId)]).toEqual([first + 1, first + 3, first + 2]);
  });

  it('have the time and the signal that they are given, else the time of the client', async () => {
    const { calls, requests } = callsOver([], { timeoutMs: 500 });
    await requested(calls);
    await requested(calls, { timeoutMs: 70 });
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([500, 70]);
    await requested(calls, { signal: AbortSignal.abort('enough') });
    expect(requests[2]?.signal?.aborted).toBe(true);
  });
});

/** What makes a stream of batches. */
function items(...batches: readonly (readonly unknown[])[]): () => Promise<AsyncIterable<readonly unknown[]>> {
  return async () => ({
    async *[Symbol.asyncIterator]() {
      yield* batches;
    },
  });
}

describe('a stream', () => {
  it('begins when its first item is asked for', async () => {
    const { calls } = callsOver();
    let isMade = false;
    const stream = calls.stream(READ, {}, async () => {
      isMade = true;
      return items([1])();
    });
    await turn();
    expect(isMade).toBe(false);
    await stream.next();
    expect(isMade).toBe(true);
    await stream.return();
  });

  it.each([
    ['in the middle of a batch', [[1, 2]]],
    ['at the end of all', [[1]]],
  ])('gives nothing more when its caller has ended it, %s', async (_when, batches) => {
    const caller = new AbortController();
    const stream = callsOver().calls.stream(READ, { signal: caller.signal }, items(...batches));
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    caller.abort('enough');
    expect(await rejection(stream.next())).toMatchObject({
      name: 'AbortedError',
      outcome: 'unknown',
      operation: 'read',
      cause: 'enough',
      message: 'read: aborted by the caller; the request was carried out',
    });
  });

  it('gives no items after the client was closed', async () => {
    const { calls } = callsOver();
    const stream = calls.stream(READ, {}, items([1, 2]));
    await stream.next();
    await calls.close({ abort: true });
    expect(await rejection(stream.next())).toMatchObject({
      name: 'AbortedError',
      outcome: 'unknown',
      operation: 'read',
      message: 'read: the client was closed; the request was carried out',
    });
  });

  it('is in flight until it has been read, left or failed', async () => {
    const { calls } = callsOver();
    await collect(calls.stream(READ, {}, items([1])));
    const remaining = calls.stream(READ, {}, items([1, 2]));
    await remaining.next();
    const failing = calls.stream(READ, {}, () => Promise.reject(new ConnectionError('lost', 'unknown')));
    await rejection(failing.next());
    let isClosed = false;
    const closing = calls.close({}).then(() => (isClosed = true));
    await turn();
    expect(isClosed).toBe(false);
    await remaining.return();
    await closing;
  });
});

describe('close()', () => {
  it('lets no further call begin', async () => {
    const { calls, requests } = callsOver();
    await calls.close({});
    const refused = {
      name: 'ConnectionError',
      outcome: 'not-sent',
      retryable: false,
      operation: 'read',
      message: 'read: the client is closed; nothing was sent',
    };
    expect(await rejection(requested(calls))).toMatchObject(refused);
    expect(await rejection(calls.stream(READ, {}, items([1])).next())).toMatchObject(refused);
    expect(requests).toEqual([]);
  });

  it.each([
    ['that ends well', () => undefined],
    ['that fails', () => Promise.reject(new Error('x'))],
  ])('waits for a call %s', async (_how, end) => {
    const { calls } = callsOver();
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const call = calls.call(READ, {}, () => held.then(end)).catch(() => undefined);
    let isClosed = false;
    const closing = calls.close({}).then(() => (isClosed = true));
    await turn();
    expect(isClosed).toBe(false);
    finish();
    await Promise.all([call, closing]);
  });

  it.each<[string, Partial<CallsOptions>]>([
    ['over a transport that was given', { transport: { send: () => new Promise(() => undefined) } }],
    [
      'inside an interceptor that was given',
      { transport: undefined, interceptors: [() => () => new Promise(() => undefined)] },
    ],
  ])('ends a call that would not end otherwise, %s', async (_where, options) => {
    const { calls } = callsOver([], { retry: false, ...options });
    const error = rejection(requested(calls));
    await turn();
    await calls.close({ abort: true });
    expect(await error).toMatchObject({ name: 'AbortedError', outcome: 'unknown', operation: 'read' });
  });

  it('ends a call over its own transport as that says', async () => {
    let hasCome = (): void => undefined;
    const come = new Promise<void>((resolve) => (hasCome = resolve));
    const server = await serve(() => hasCome());
    const calls = Calls.of(readOptions({ url: server.url }, CALLS_OPTIONS));
    const error = rejection(calls.call(READ, {}, (call) => call.run(REQUEST, decode)));
    await come;
    await calls.close({ abort: true });
    expect(await error).toMatchObject({
      name: 'AbortedError',
      outcome: 'unknown',
      message: 'read: the transport was closed; the request may have been carried out',
    });
  });
});
