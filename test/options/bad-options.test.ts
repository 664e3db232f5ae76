import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import {
  failover,
  fetchTransport,
  httpTransport,
  observe,
  rateLimit,
  retry,
  undiciTransport,
} from '../../src/calls/index.js';
import { checkTrust, countMessageParts, SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, startSandbox } from '../../src/sandbox/index.js';
import { fakeTransport } from '../support/fake-transport.js';
import { errorOf, revoked, untyped } from '../support/unreadable.js';

const url = 'http://gateway.test/soap';
const credentials = { username: 'alice', password: 'sesame-1' };
const transport = fakeTransport('');
const client = (): SmsServiceClient => new SmsServiceClient({ url, credentials, transport });

/** All that takes options, called with them. */
const TAKERS: readonly (readonly [name: string, call: (options: never) => unknown, required: object])[] = [
  ['SmsServiceClient', (options) => new SmsServiceClient(options), { url, credentials }],
  ['SmsServiceStub', (options) => new SmsServiceStub(options), { url, transport }],
  ['httpTransport', (options) => httpTransport(options), {}],
  ['fetchTransport', (options) => fetchTransport(options), {}],
  ['undiciTransport', (options) => undiciTransport(untyped({ dispatch: () => true }), options), {}],
  ['retry', (options) => retry(options), {}],
  ['failover', (options) => failover(options), { urls: [url] }],
  ['rateLimit', (options) => rateLimit(options), {}],
  ['observe', (options) => observe(options), {}],
  ['checkTrust', (options) => checkTrust('https://gateway.test/', options), { signal: AbortSignal.abort() }],
  ['countMessageParts', (options) => countMessageParts('x', options), {}],
  ['createSandbox', (options) => createSandbox(options), {}],
  ['startSandbox', (options) => startSandbox(options), {}],
  ['a call', (options) => client().checkPoints(options), {}],
  ['close', (options) => client().close(options), {}],
];

const errorWith = (call: (options: never) => unknown, options: unknown): Promise<unknown> =>
  errorOf(async () => call(untyped(options)));

describe.each(TAKERS)('the options of %s', (_name, call, required) => {
  it('have known names only, and the error lists them', async () => {
    const error = await errorWith(call, { ...required, misspelt: 1 });
    expect(error).toMatchObject({
      name: 'ValidationError',
      path: expect.stringMatching(/^(?:retry\.)?misspelt$/),
      message: expect.stringMatching(/misspelt: is unknown\. Known names: (?:\w+, )*\w+$/),
    });
    for (const name of Object.keys(required)) expect(error).toMatchObject({ message: expect.stringContaining(name) });
  });

  it.each([
    ['null', null],
    ['a text', 'x'],
    ['a list', []],
    ['a number', 5],
  ])('are no %s', async (_what, options) => {
    expect(await errorWith(call, options)).toMatchObject({
      name: 'ValidationError',
      message: expect.stringMatching(/: must be an object$/),
    });
  });

  it('may not be a proxy that was revoked', async () => {
    expect(await errorWith(call, revoked())).toMatchObject({
      name: 'ValidationError',
      message: expect.stringMatching(/: cannot be read$/),
    });
  });
});

describe('an option of another type is refused by', () => {
  const rows: readonly (readonly [path: string, why: string, call: () => unknown])[] = [
    ['onEvent', 'must be a function', () => observe({ onEvent: untyped('x') })],
    ['logger', 'has no debug()', () => observe({ logger: untyped({}) })],
    ['logger', 'has no info()', () => observe({ logger: untyped({ debug: () => undefined }) })],
    ['signal', 'must be an AbortSignal', () => checkTrust('https://gateway.test/', { signal: untyped({}) })],
    [
      'urls[1]',
      'contains credentials. Use the option credentials',
      () => failover({ urls: [url, 'https://alice:sesame-0001@gateway.test/'] }),
    ],
    ['urls', 'is an empty list', () => failover({ urls: [] })],
    ['urls', 'must be an array', () => failover({ urls: untyped(url) })],
    [
      'url[1]',
      'must be an absolute http or https address',
      () => new SmsServiceClient({ url: [url, ''], credentials }),
    ],
    ['maxSockets', 'must be a whole number above zero', () => httpTransport({ maxSockets: 0.5 })],
    ['validation', 'must be true, false or an object', () => made({ validation: 5 })],
    ['validation', 'must be true, false or an object', () => made({ validation: null })],
    ['limits', 'must be an object', () => made({ limits: [] })],
    ['interceptors', 'must be an array', () => made({ interceptors: { 0: retry() } })],
    ['interceptors[1]', 'must be a function', () => made({ interceptors: [retry(), {}] })],
    ['headers', 'must be an object', () => httpTransport({ headers: untyped([]) })],
    ['hash', "must be 'none' or 'md5'", () => made({ hash: null })],
    ['retry.attempts', 'must be a whole number above zero', () => made({ retry: { attempts: 1.5 } })],
    ['timeoutMs', 'must be a number above zero', () => httpTransport({ timeoutMs: untyped(null) })],
    ['maxConcurrency', 'must be a whole number above zero', () => rateLimit({ maxConcurrency: untyped(null) })],
    ['minVersion', "must be 'TLSv1.2' or 'TLSv1.3'", () => httpTransport({ minVersion: untyped(null) })],
    ['n', 'must be a whole number from 1', () => createSandbox().failEvery(1.5, '*', { result: 1 })],
    [
      'n',
      'must be a whole number from 1',
      () => createSandbox().failEvery(Number.POSITIVE_INFINITY, '*', { result: 1 }),
    ],
  ];
  const made = (options: object): unknown => new SmsServiceClient(untyped({ url, credentials, ...options }));

  it.each(rows)('%s: %s', async (path, why, call) => {
    expect(await errorOf(async () => call())).toMatchObject({
      name: 'ValidationError',
      path,
      message: `${path}: ${why}`,
      outcome: 'not-sent',
    });
  });
});

it.each([
  [undefined, 'the argument', 'is missing'],
  ['2026', 'the argument', 'must be an object'],
  [{ from: new Date(), until: new Date() }, 'until', 'is unknown. Known names: from, to'],
])('a period that is %j is refused', async (range, path, why) => {
  expect(await errorOf(() => client().getSmsByDate(untyped(range)))).toMatchObject({
    name: 'ValidationError',
    path,
    message: `soap_GetSmsByDate: ${path}: ${why}`,
  });
});
