import { describe, expect, it } from 'vitest';
import {
  CALLS_OPTIONS,
  type CallsValues,
  checkInterceptors,
  checkTransport,
  readCallOptions,
} from '../../src/calls/call-options.js';
import { readCloseOptions } from '../../src/calls/lifetime.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { checkUrl } from '../../src/options/check.js';
import { readOptions } from '../../src/options/table.js';
import { scriptedTransport } from '../support/scripted-transport.js';
import { revoked, throwing, untyped } from '../support/unreadable.js';

const url = 'http://gateway.test/soap';
const operation = 'soap_CheckPoints';
const settingsOf = (options: unknown): CallsValues => readOptions(untyped(options), CALLS_OPTIONS);

/** Retries where nothing is said of them. */
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
  it('have defaults', () => {
    expect(settingsOf({ url })).toEqual({
      url: [url],
      transport: undefined,
      interceptors: [],
      timeoutMs: undefined,
      retry: RETRY,
      maxConcurrency: 32,
      maxPerSecond: Number.POSITIVE_INFINITY,
      adaptiveLimit: true,
      onEvent: undefined,
      logger: undefined,
    });
  });

  it('are taken as they are given', () => {
    const none = (): undefined => undefined;
    const given = {
      transport: scriptedTransport(),
      timeoutMs: 5,
      retry: { attempts: 7 },
      maxConcurrency: 6,
      maxPerSecond: 0.5,
      adaptiveLimit: false,
      onEvent: none,
      logger: { debug: none, info: none, warn: none },
    };
    expect(settingsOf({ url, ...given })).toEqual({
      ...given,
      url: [url],
      interceptors: [],
      retry: { ...RETRY, attempts: 7 },
    });
  });

  it.each([
    [true, RETRY],
    [undefined, RETRY],
    [false, undefined],
  ])('may say of retries only whether there are any: %s', (retry, wanted) => {
    expect(settingsOf({ url, retry }).retry).toEqual(wanted);
  });

  it.each<[string, object]>([
    ['transport: has no send()', { transport: {} }],
    ['transport: has no send()', { transport: null }],
    ['timeoutMs: is not a number above zero', { timeoutMs: 0 }],
    ['retry: must be true, false or an object', { retry: 3 }],
    ['retry: must be true, false or an object', { retry: null }],
    ['retry: must be true, false or an object', { retry: [] }],
    ['maxConcurrency: is not a whole number above zero', { maxConcurrency: 1.5 }],
    ['maxConcurrency: is not a whole number above zero', { maxConcurrency: 0 }],
    ['interceptors: is not an array', { interceptors: (next: unknown) => next }],
    ['interceptors: is not an array', { interceptors: null }],
    ['interceptors[1]: is not a function', { interceptors: [(next: unknown) => next, {}] }],
  ])('are refused: %s', (message, options) => {
    expect(() => settingsOf({ url, ...options })).toThrow(refusal(message));
  });

  it.each<[string, object]>([
    ['onEvent: is not a function', { onEvent: 'x' }],
    ['logger: has no debug()', { logger: {} }],
    ['logger: has no debug()', { logger: null }],
    ['logger: has no info()', { logger: { debug: () => 1 } }],
    ['logger: has no warn()', { logger: { debug: () => 1, info: () => 1, warn: 'x' } }],
  ])('are refused by a client, which tells of its calls: %s', (message, options) => {
    const given = { url, credentials: { username: 'u', password: 'p' }, ...options };
    expect(() => new SmsServiceClient(given)).toThrow(refusal(message));
  });

  it.each([
    'url',
    'transport',
    'interceptors',
    'timeoutMs',
    'retry',
    'maxConcurrency',
    'maxPerSecond',
    'onEvent',
    'logger',
  ])('are known by their names to a client: %s', (name) => {
    const credentials = { username: 'alice', password: 'x' };
    expect(() => new SmsServiceClient(untyped({ [name]: undefined, url, credentials }))).not.toThrow();
  });

  it('may be changed by their owner afterwards without a consequence', () => {
    const interceptors = [(next: unknown) => next];
    const settings = settingsOf({ url, interceptors });
    interceptors.length = 0;
    expect(settings.interceptors).toHaveLength(1);
  });
});

describe('the parts of a client that are made by others', () => {
  it('are a transport and interceptors', () => {
    expect(() => checkTransport(scriptedTransport(), 'transport')).not.toThrow();
    expect(() => checkTransport(untyped(undefined), 'transport')).toThrow(refusal('transport: is missing'));
    // A hole in a list is nothing, either.
    expect(() => checkInterceptors(untyped(Array(1)), 'interceptors')).toThrow(refusal('interceptors[0]: is missing'));
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
  ])('is one, or a list of several: %o', (given, urls) => {
    expect(settingsOf({ url: given }).url).toEqual(urls);
  });

  it.each<[string, unknown]>([
    ['url: is missing', undefined],
    ['url: is not an absolute http or https address', 5],
    ['url: is not an absolute http or https address', new URL('ftp://a.test/')],
    ['url: is not an absolute http or https address', '/soap'],
    ['url: is not an absolute http or https address', 'ftp://gateway.test/'],
    ['url: contains credentials. Use the option credentials', 'http://alice@gateway.test/'],
    ['url: contains credentials. Use the option credentials', 'http://:sesame@gateway.test/'],
    ['url: is an empty list', []],
    ['url[1]: is not an absolute http or https address', [url, 'x']],
    ['url[0]: is missing', Array(1)],
    ['url[1]: contains credentials. Use the option credentials', [url, 'https://alice:sesame@gateway.test/']],
  ])('is refused: %s', (message, given) => {
    expect(() => settingsOf({ url: given })).toThrow(refusal(message));
  });

  it('is called url where it has no other name', () => {
    expect(checkUrl(url, 'url')).toBe(url);
    expect(() => checkUrl('x', 'url')).toThrow(refusal('url: is not an absolute http or https address'));
    expect(() => checkUrl('x', 'other')).toThrow(refusal('other: is not an absolute http or https address'));
  });
});

describe('the options of a call', () => {
  it('are a signal and a time', () => {
    const { signal } = new AbortController();
    expect(readCallOptions({ signal, timeoutMs: 5 }, operation)).toEqual({ signal, timeoutMs: 5 });
    expect(readCallOptions({}, operation)).toEqual({ signal: undefined, timeoutMs: undefined });
    expect(readCallOptions({ signal: undefined, timeoutMs: undefined }, operation)).toEqual({});
  });

  it.each<[string, unknown]>([
    ['the call options: is not an object', null],
    ['the call options: is not an object', 5],
    ['the call options: cannot be read', revoked()],
    ['signal: cannot be read', throwing('signal', {})],
    ['signal: is not an AbortSignal', { signal: null }],
    ['signal: is not an AbortSignal', { signal: {} }],
    ['signal: is not an AbortSignal', { signal: new Proxy(new AbortController().signal, {}) }],
    ['timeoutMs: is not a number above zero', { timeoutMs: 0 }],
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
  it('are whether to end what is in flight, and a time', () => {
    expect(readCloseOptions({ abort: true, timeoutMs: 5 })).toEqual({ abort: true, timeoutMs: 5 });
    expect(readCloseOptions({ abort: undefined, timeoutMs: undefined })).toEqual({ abort: false });
  });

  it.each<[string, unknown]>([
    ['the options of close: is not an object', null],
    ['the options of close: cannot be read', revoked()],
    ['abort: cannot be read', throwing('abort', {})],
    ['abort: is not true or false', { abort: 1 }],
    ['timeoutMs: is not a number above zero', { timeoutMs: -1 }],
    ['force: is unknown. Known names: abort, timeoutMs', { force: true }],
  ])('are refused: %s', (message, options) => {
    expect(() => readCloseOptions(untyped(options))).toThrow(refusal(message, { operation: undefined }));
  });
});
