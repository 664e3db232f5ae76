import { describe, expect, it } from 'vitest';
import { CALLS_OPTIONS, type CallsValues, readCallOptions } from '../../src/calls/call-options.js';
import { readCloseOptions } from '../../src/calls/lifetime.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { readOptions } from '../../src/options/table.js';
import { revoked, throwing, untyped } from '../support/unreadable.js';

const url = 'http://gateway.test/soap';
const operation = 'soap_CheckPoints';
const settingsOf = (options: unknown): CallsValues => readOptions(untyped(options), CALLS_OPTIONS);

/** The default retries. */
const RETRY = {
  attempts: undefined,
  baseDelayMs: 250,
  maxDelayMs: 2000,
  maxTotalMs: undefined,
};

/** The error of an option that is refused, with its name as the path. */
function refusal(message: string, more: object = {}): unknown {
  const path = message.replace(/^soap_\w+: /, '').split(': ')[0];
  return expect.objectContaining({ name: 'ValidationError', message, path, ...more });
}

describe('the options that every client has', () => {
  it.each([
    [true, RETRY],
    [undefined, RETRY],
    [false, undefined],
  ])('may say of retries only whether there are any: %s', (retry, wanted) => {
    expect(settingsOf({ url, retry }).retry).toEqual(wanted);
  });

  it.each<[string, object]>([
    ['transport: has no send()', { transport: {} }],
    ['timeoutMs: must be a number above zero', { timeoutMs: 0 }],
    ['retry: must be true, false or an object', { retry: 3 }],
    ['retry: must be true, false or an object', { retry: null }],
    ['maxConcurrency: must be a whole number above zero', { maxConcurrency: 1.5 }],
    ['maxConcurrency: must be a whole number above zero', { maxConcurrency: 0 }],
    ['interceptors: must be an array', { interceptors: (next: unknown) => next }],
    ['interceptors[1]: must be a function', { interceptors: [(next: unknown) => next, {}] }],
  ])('are refused: %s', (message, options) => {
    expect(() => settingsOf({ url, ...options })).toThrow(refusal(message));
  });

  it.each<[string, object]>([
    ['onEvent: must be a function', { onEvent: 'x' }],
    ['logger: has no debug()', { logger: {} }],
    ['logger: has no info()', { logger: { debug: () => 1 } }],
    ['logger: has no warn()', { logger: { debug: () => 1, info: () => 1, warn: 'x' } }],
  ])('are refused by a client: %s', (message, options) => {
    const input = { url, credentials: { username: 'u', password: 'p' }, ...options };
    expect(() => new SmsServiceClient(input)).toThrow(refusal(message));
  });
});

describe('an address', () => {
  it.each([
    [url, [url]],
    ['HTTPS://Gateway.Test', ['https://gateway.test/']],
    [
      [url, 'https://b.test/'],
      [url, 'https://b.test/'],
    ],
    [[url], [url]],
  ])('is one, or a list of several: %o', (input, urls) => {
    expect(settingsOf({ url: input }).url).toEqual(urls);
  });

  it.each<[string, unknown]>([
    ['url: is missing', undefined],
    ['url: must be an absolute http or https address', 5],
    ['url: must be an absolute http or https address', '/soap'],
    ['url: must be an absolute http or https address', 'ftp://gateway.test/'],
    ['url: contains credentials. Use the option credentials', 'http://alice@gateway.test/'],
    ['url: contains credentials. Use the option credentials', 'http://:sesame@gateway.test/'],
    ['url: is an empty list', []],
    ['url[1]: must be an absolute http or https address', [url, 'x']],
    ['url[1]: contains credentials. Use the option credentials', [url, 'https://alice:sesame@gateway.test/']],
  ])('is refused: %s', (message, input) => {
    expect(() => settingsOf({ url: input })).toThrow(refusal(message));
  });
});

describe('the options of a call', () => {
  it.each<[string, unknown]>([
    ['the call options: must be an object', null],
    ['the call options: must be an object', 5],
    ['the call options: cannot be read', revoked()],
    ['signal: cannot be read', throwing('signal', {})],
    ['signal: must be an AbortSignal', { signal: null }],
    ['signal: must be an AbortSignal', { signal: {} }],
    ['signal: must be an AbortSignal', { signal: new Proxy(new AbortController().signal, {}) }],
    ['timeoutMs: must be a number above zero', { timeoutMs: 0 }],
    ['timeout: is unknown. Known names: signal, timeoutMs. Did you mean timeoutMs?', { timeout: 5 }],
  ])('are refused, with the name of the operation: %s', (message, options) => {
    expect(() => readCallOptions(untyped(options), operation)).toThrow(
      refusal(`${operation}: ${message}`, { operation }),
    );
  });

  it('are read once', () => {
    const times = [5, -1];
    const options = {
      get timeoutMs() {
        return times.shift();
      },
    };
    expect(readCallOptions(options, operation).timeoutMs).toBe(5);
  });
});

describe('the options of close()', () => {
  it.each<[string, unknown]>([
    ['the options of close: must be an object', null],
    ['the options of close: cannot be read', revoked()],
    ['abort: cannot be read', throwing('abort', {})],
    ['abort: must be true or false', { abort: 1 }],
    ['timeoutMs: must be a number above zero', { timeoutMs: -1 }],
    ['force: is unknown. Known names: abort, timeoutMs', { force: true }],
  ])('are refused: %s', (message, options) => {
    expect(() => readCloseOptions(untyped(options))).toThrow(refusal(message, { operation: undefined }));
  });
});
