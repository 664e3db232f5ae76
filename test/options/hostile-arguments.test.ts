import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { callbackHandler, mergeStatus, signedNotifyUrl } from '../../src/callbacks/index.js';
import { fetchTransport, httpTransport, rateLimit, retry, type Transport } from '../../src/calls/index.js';
import {
  countMessageParts,
  isSmsServiceError,
  normalizePhoneNumber,
  SmsServiceClient,
  SmsServiceGateway,
} from '../../src/client/index.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { composeMail } from '../../src/mail/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { collect } from '../support/collect.js';
import { revoked } from '../support/unreadable.js';

const SECRET = 'sesame-9-of-alice';

/** Refuses every request in a way that is known, so that a value that is taken ends there. */
const transport: Transport = {
  send: async () => ({ status: 403, headers: { 'content-type': 'text/plain' }, body: Buffer.from('no') }),
};
const url = 'http://gateway.test/soap';
const credentials = { username: 'alice', password: SECRET };
const soap = new SmsServiceClient({ url, credentials, transport, retry: false });
const http = new SmsServiceHttpClient({ url: 'http://gateway.test/', token: SECRET, transport, retry: false });
const former = new SmsServiceHttpClient({
  url: 'http://gateway.test/',
  token: SECRET,
  transport,
  retry: false,
  variant: 'earlier',
});
const stub = new SmsServiceStub({ url, transport });
const gateway = new SmsServiceGateway({ url, transport });
const sms = { to: '48500100200', message: SECRET };
const call = { signal: new AbortController().signal, timeoutMs: 5000 };

type Arguments = readonly unknown[];

/** Each public function with arguments that it takes. */
const TARGETS: Readonly<Record<string, readonly [call: (...input: never[]) => unknown, ...input: Arguments]>> = {
  client: [
    (o) => new SmsServiceClient(o),
    { url, credentials, transport, retry: {}, limits: {}, label: 'a', hash: 'md5' },
  ],
  httpClient: [
    (o) => new SmsServiceHttpClient(o),
    { url, token: SECRET, transport, variant: 'earlier', validation: {} },
  ],
  gateway: [(o) => new SmsServiceGateway(o), { url, transport, maxConcurrency: 5, interceptors: [] }],
  account: [(o) => gateway.client(o), { credentials, label: 'a', maxPerSecond: 5 }],
  stubMade: [(o) => new SmsServiceStub(o), { url, transport }],
  checkPoints: [(o) => soap.checkPoints(o), call],
  sendSms: [
    (s, o) => soap.sendSms(s, o),
    { ...sms, from: 'Shop', params: ['a'], idx: 'a1', date: new Date(), eco: true, partnerId: 5, udh: undefined },
    call,
  ],
  sendSmsExt: [(s, o) => soap.sendSmsExt(s, o), { ...sms, priority: 1, udh: '0605', datacoding: '' }, call],
  sendMulti: [
    (s, o) => soap.sendMulti(s, o),
    { message: SECRET, to: ['48500100200', '48500100201'], params: [['a'], ['b']], idx: ['a1', 'a2'], test: true },
    call,
  ],
  delSchSmsById: [(id, o) => soap.delSchSmsById(id, o), 'id', call],
  getSmsByDate: [(r, o) => soap.getSmsByDate(r, o), { from: new Date(0), to: new Date() }, call],
  streamSmsByDate: [(r, o) => collect(soap.streamSmsByDate(r, o)), { from: new Date(0), to: new Date() }, call],
  getSmsByIds: [(ids, o) => soap.getSmsByIds(ids, o), ['a', 'b'], call],
  addGroup: [(g, o) => soap.addGroup(g, o), { name: 'a', info: 'b' }, call],
  streamNumbers: [(id, o) => collect(soap.streamNumbers(id, o)), 5, call],
  addNumber: [(n, o) => soap.addNumber(n, o), { number: '48500100200', name: 'a', groupId: 5 }, call],
  stub: [(i, o) => stub.soap_AddNumber(i, o), { client: credentials, number: { number: SECRET, id_group: 5 } }, call],
  'sms.send': [
    (s, o) => http.sms.send(s, o),
    { ...sms, from: 'Shop', idx: ['a1'], params: [['a']], date: new Date(), maxParts: 2, once: false, normalize: true },
    call,
  ],
  'sms.deleteScheduled': [(ids, o) => http.sms.deleteScheduled(ids, o), ['a', 'b'], call],
  'mms.send': [
    (s, o) => http.mms.send(s, o),
    { to: '48500100200', subject: 'a', smil: '<smil/>', date: new Date() },
    call,
  ],
  'vms.send': [(s, o) => http.vms.send(s, o), { to: '48500100200', tts: SECRET, try: 2, interval: 300 }, call],
  'points.get': [(p, o) => former.points.get(p, o), { details: true }, call],
  'users.add': [(u, o) => former.users.add(u, o), { username: 'sub', password: SECRET, limit: 5, active: true }, call],
  'users.edit': [(n, u, o) => former.users.edit(n, u, o), 'sub', { password: SECRET, limit: 5 }, { partial: true }],
  'senders.status': [(n, o) => former.senders.status(n, o), 'Shop', call],
  'senders.list': [(p, o) => former.senders.list(p, o), { withSharedNames: true }, call],
  'hlr.check': [(n, p, o) => former.hlr.check(n, p, o), ['48500100200'], { idx: 'a1' }, call],
  close: [(o) => new SmsServiceClient({ url, credentials, transport }).close(o), { abort: true, timeoutMs: 5 }],
  composeMail: [
    (m) => composeMail(m),
    { ...sms, ...credentials, gateway: 'sms@gateway.test', mailFrom: 'a@shop.test', encoding: '8bit' },
  ],
  signedNotifyUrl: [
    (u, o) => signedNotifyUrl(u, o),
    'https://shop.test/callback',
    { key: SECRET.repeat(3), idx: 'a1', to: '48500100200', expiresAt: new Date() },
  ],
  callbackHandler: [
    (o) => callbackHandler(o),
    { onEvent: () => undefined, secret: { query: 'key', value: SECRET }, allowedAddresses: ['192.0.2.1'], limits: {} },
  ],
  mergeStatus: [(a, b) => mergeStatus(a, b), { status: 'SENT', at: new Date() }, { status: 'SENT', at: new Date() }],
  httpTransport: [(o) => httpTransport(o), { timeoutMs: 5, headers: { 'x-one': SECRET }, ca: 'a', maxSockets: 5 }],
  fetchTransport: [(o) => fetchTransport(o), { timeoutMs: 5, headers: { 'x-one': SECRET }, fetch: () => undefined }],
  retry: [(o) => retry(o), { attempts: 3, baseDelayMs: 5 }],
  rateLimit: [(o) => rateLimit(o), { maxConcurrency: 5, maxPerSecond: 5 }],
  countMessageParts: [(t, o) => countMessageParts(t, o), SECRET, { noUnicode: true }],
  normalizePhoneNumber: [(n) => normalizePhoneNumber(n), '500100200'],
  cassette: [
    (f, o) => cassette(f, o),
    'a.har',
    {
      transport,
      mode: 'replay',
      match: { 'sms_param.idx': 'ignore' },
      privacy: { key: SECRET },
      accounts: { a: SECRET },
    },
  ],
  createSandbox: [
    (o) => createSandbox(o),
    {
      accounts: [{ ...credentials, points: 5, tokens: [SECRET], groups: [{ name: 'a', numbers: [{ number: '1' }] }] }],
    },
  ],
};

/** Values that no option accepts; each call creates a new one. */
const HOSTILE: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 0,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 10n,
  () => '',
  () => SECRET,
  () => `${SECRET}\u0000\ud800\r\n`,
  () => true,
  () => [],
  () => [undefined],
  () => ({}),
  () => ({ surprise: SECRET }),
  () => Symbol(SECRET),
  () => () => SECRET,
  () => {
    throw new TypeError(SECRET);
  },
  () => new Date(Number.NaN),
  () => new Proxy({}, { get: () => SECRET }),
  () => revoked(),
  () => revoked([]),
  () => ({
    toString: () => {
      throw new TypeError(SECRET);
    },
  }),
  () => new Map([[SECRET, SECRET]]),
  () => Buffer.from(SECRET),
];

interface Place {
  readonly target: string;
  /** The names that lead to the value, the number of the argument first. */
  readonly path: readonly (string | number)[];
}

/** Every place in the arguments of a function that has a value. */
function* placesOf(target: string, value: unknown, path: readonly (string | number)[]): Generator<Place> {
  if (path.length > 0) yield { target, path };
  const isPlain = Array.isArray(value) || (value !== null && Object.getPrototypeOf(Object(value)) === Object.prototype);
  if (typeof value !== 'object' || value === null || !isPlain || path.length > 5) return;
  for (const [name, inner] of Object.entries(value)) yield* placesOf(target, inner, [...path, name]);
}

const PLACES = Object.entries(TARGETS).flatMap(([target, [, ...input]]) => [...placesOf(target, input, [])]);

/** A copy of a value with another one in a place, which may be a getter that throws. */
function changed(value: unknown, [name, ...rest]: readonly (string | number)[], make: () => unknown): unknown {
  if (name === undefined) return make();
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const inner: unknown = Reflect.get(copy, name);
  let made: PropertyDescriptor;
  try {
    made = { value: changed(inner, rest, make), writable: true };
  } catch (error) {
    made = {
      get: () => {
        throw error as Error;
      },
    };
  }
  return Object.defineProperty(copy, name, { ...made, enumerable: true, configurable: true });
}

/** Calls a function with another value in a place. @returns the defect of its error; `undefined` if there is none */
async function fault({ target, path }: Place, make: () => unknown): Promise<string | undefined> {
  const [act, ...input] = TARGETS[target] ?? [() => undefined];
  const [argument, ...inArgument] = path;
  const changedInput = [...input];
  try {
    changedInput[Number(argument)] = changed(input[Number(argument)], inArgument, make);
  } catch {
    // An argument itself is no getter.
    changedInput[Number(argument)] = null;
  }
  try {
    await act(...(changedInput as never[]));
    return undefined;
  } catch (error) {
    const where = `${target} ${path.join('.')}`;
    if (!isSmsServiceError(error)) return `${where}: ${inspect(error)}`;
    const shown = `${inspect(error, { depth: 8, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
    if (shown.includes(SECRET)) return `${where} shows the secret: ${shown}`;
    if (error.code === 'HTTP_STATUS') return undefined;
    if (error.code === 'CREDENTIALS' && path.includes('credentials')) return undefined;
    if (error.code !== 'VALIDATION') return `${where} is no ValidationError: ${error.message}`;
    return error.path === '' ? `${where} names no field: ${error.message}` : undefined;
  }
}

it('a call with any value in any field is refused with an error that names the field and shows no secret', async () => {
  const faults: string[] = [];
  for (const place of PLACES) {
    for (const make of HOSTILE) {
      const found = await fault(place, make);
      if (found !== undefined) faults.push(found);
    }
  }
  expect(PLACES.length).toBeGreaterThan(200);
  expect(faults).toEqual([]);
}, 60_000);
