import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../generated/types.js';
import { Call, Pipeline } from '../../src/calls/call.js';
import type { CallOptions } from '../../src/calls/call-options.js';
import { CallCredentials } from '../../src/calls/credentials.js';
import { Lifetime } from '../../src/calls/lifetime.js';
import { clientPart, isSameClientPart } from '../../src/client/client-options.js';
import { type CredentialsSource } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { untyped } from '../support/unreadable.js';

const GIVEN = { username: 'alice', password: 'żółw' };
const NEVER = (): Promise<never> => new Promise(() => undefined);
const operation = 'soap_CheckPoints';

/** The credentials of a call with these options. */
function part(
  source: CredentialsSource,
  hash: 'none' | 'md5' = 'none',
  lifetime: Lifetime = new Lifetime(),
): (name: string, options: CallOptions) => Promise<Client> {
  const settings = {
    option: 'credentials',
    credentialsTimeoutMs: 10_000,
    credentialsTtlMs: undefined,
    read: (input: unknown) => clientPart(input, hash),
    isSame: isSameClientPart,
  } as const;
  const credentials = new CallCredentials(source, settings);
  const pipeline = new Pipeline({ send: NEVER }, []);
  return (name, { signal, timeoutMs }) => {
    const operation = { name, idempotent: true };
    const call = new Call({ pipeline, address: 'http://gateway.test/', operation, id: 1, signal, timeoutMs });
    lifetime.begin(call);
    return credentials.use(call, async (client) => client).finally(() => lifetime.finish(call));
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the credentials of a request', () => {
  it('are sent as they are given, or with the digest of the password in UTF-8', async () => {
    const digest = { username: 'alice', password: '1a8959981a7f28add16eccc76b859dc1' };
    expect(await part(GIVEN)(operation, {})).toEqual(GIVEN);
    expect(await part(GIVEN, 'none')(operation, {})).toEqual(GIVEN);
    expect(await part(GIVEN, 'md5')(operation, {})).toEqual(digest);
    expect(await part(async () => GIVEN, 'md5')(operation, {})).toEqual(digest);
    expect(await part(() => GIVEN)(operation, {})).toEqual(GIVEN);
  });

  it.each<[string, string, unknown]>([
    ['credentials: must be an object with username and password', 'credentials', undefined],
    ['credentials.username: is missing', 'credentials.username', { password: 'x' }],
    ['credentials.password: must be a string', 'credentials.password', { username: 'alice', password: 1 }],
    ['credentials.username: is empty', 'credentials.username', { username: '', password: 'x' }],
    ['credentials.password: is empty', 'credentials.password', { username: 'alice', password: '' }],
  ])('are refused, at once or at a call: %s', async (message, path, input) => {
    expect(() => part(untyped(input))).toThrow(expect.objectContaining({ message, path, operation: undefined }));
    expect(await rejection(part(() => untyped(input))(operation, {}))).toMatchObject({
      name: 'CredentialsError',
      code: 'CREDENTIALS',
      message: `${operation}: the function for the credentials returned an unusable value: ${message}; nothing was sent`,
      outcome: 'not-sent',
      retryable: false,
      operation,
    });
  });
});

describe('a function for credentials', () => {
  it('that fails is named, and its error is the cause', async () => {
    const cause = new Error('x');
    const error = await rejection(part(() => Promise.reject(cause))(operation, {}));
    expect(error).toMatchObject({
      name: 'CredentialsError',
      message: `${operation}: the function for the credentials failed; nothing was sent`,
      outcome: 'not-sent',
      retryable: true,
      operation,
      cause,
    });
  });

  it.each(['before', 'after'])('is waited for until the caller aborts, %s it was asked', async (when) => {
    const caller = new AbortController();
    if (when === 'before') caller.abort('enough');
    const error = rejection(part(NEVER)(operation, { signal: caller.signal }));
    caller.abort('enough');
    expect(await error).toMatchObject({
      name: 'AbortedError',
      message: `${operation}: aborted by the caller; nothing was sent`,
      outcome: 'not-sent',
      operation,
      cause: 'enough',
    });
  });

  it('is waited for as long as the call may take', async () => {
    vi.useFakeTimers();
    const error = rejection(part(NEVER)(operation, { timeoutMs: 50 }));
    await vi.advanceTimersByTimeAsync(49);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      message: `${operation}: fetching the credentials took longer than 50 ms; nothing was sent`,
      timeoutMs: 50,
      outcome: 'not-sent',
      operation,
    });
  });

  it('leaves neither a timer nor a listener behind', async () => {
    vi.useFakeTimers();
    const caller = new AbortController();
    const requested = part(async () => GIVEN);
    const limited = requested(operation, { signal: caller.signal, timeoutMs: 1000 });
    expect(vi.getTimerCount()).toBe(1);
    await limited;
    const unlimited = requested(operation, { signal: caller.signal });
    expect(vi.getTimerCount()).toBe(1);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    await unlimited;
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });
});
