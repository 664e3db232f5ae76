import { setMaxListeners } from 'node:events';
import http, { type Agent, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type * as Https from 'node:https';
import type { Socket } from 'node:net';
import { ConnectionError, ValidationError } from '../errors/errors.js';
import { checkNames, checkPositive, type KnownNames } from '../errors/options.js';
import { httpBody } from './http-body.js';
import { type Stop, transportError } from './http-errors.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** Options of {@link httpTransport}. */
export interface HttpTransportOptions {
  /** Time for a whole call in milliseconds, to the last byte of the answer. Default: 60,000. A call may set its own. */
  readonly timeoutMs?: number | undefined;
  /** Time to connect in milliseconds, TLS included. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** The most bytes an answer may have, also after decompression. Default: 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number | undefined;
  /**
   * The most bytes that a streamed answer may have, after decompression. Default: no limit, because its records are
   * handed on as they come and are not kept.
   */
  readonly maxStreamBytes?: number | undefined;
  /** Headers for every request. `content-type`, `content-length` and `soapaction` cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Certificates (PEM) of the authorities to trust, in place of those that Node.js knows. */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** An agent in place of the transport's own, for example for a proxy; it is not closed by the transport. */
  readonly agent?: Agent | undefined;
  /** How many connections to one address may be open at once. Default: 32; further calls wait. Not with `agent`. */
  readonly maxSockets?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const DEFAULT_MAX_SOCKETS = 32;
/** The longest time that a timer of Node.js can wait, about 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** What the transport holds for all its calls. */
interface Settings {
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxStreamBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: { readonly ca?: string | Buffer | (string | Buffer)[] };
  agentFor(secure: boolean): Agent;
  addressOf(url: string): Address;
}

/** A url as `node:http` wants it. */
type Address = Pick<RequestOptions, 'protocol' | 'hostname' | 'port' | 'path'>;

/** A program has one address or a few: reading them anew for every call would be waste. */
const MAX_ADDRESSES = 16;

function addressReader(): (url: string) => Address {
  const known = new Map<string, Address>();
  return (url) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const address = {
      protocol,
      // An IPv6 address stands in brackets in a url, and without in a socket's address.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? undefined : Number(port),
      path: pathname + search,
    };
    if (known.size < MAX_ADDRESSES) known.set(url, address);
    return address;
  };
}

/**
 * Makes the transport over `node:http` and `node:https`: connections are kept alive, certificates are verified,
 * redirects are not followed, gzip and deflate are understood.
 *
 * Its errors say truthfully what happened: `not-sent` until the connection stands, `unknown` afterwards.
 *
 * @throws ValidationError when an option is not usable
 */
export function httpTransport(options: HttpTransportOptions = {}): Transport {
  checkNames(options, KNOWN, 'options');
  const own = new Map<boolean, Agent>();
  const maxSockets = checkPositive('maxSockets', options.maxSockets ?? DEFAULT_MAX_SOCKETS);
  const settings: Settings = {
    timeoutMs: milliseconds('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    connectTimeoutMs: milliseconds('connectTimeoutMs', options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS),
    maxResponseBytes: checkPositive('maxResponseBytes', options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES),
    maxStreamBytes: checkPositive('maxStreamBytes', options.maxStreamBytes ?? Number.POSITIVE_INFINITY),
    headers: checkedHeaders(options.headers ?? {}),
    tls: options.ca === undefined ? {} : { ca: certificates(options.ca) },
    addressOf: addressReader(),
    agentFor: (secure) => {
      if (options.agent !== undefined) return options.agent;
      const existing = own.get(secure);
      if (existing !== undefined) return existing;
      const agent = new (secure ? https() : http).Agent({ keepAlive: true, maxSockets, scheduling: 'lifo' });
      own.set(secure, agent);
      return agent;
    },
  };
  let isClosed = false;
  return {
    send: (request) => {
      if (!isClosed) return send(request, settings);
      const { operation } = request;
      return Promise.reject(
        new ConnectionError('the transport is closed; nothing was sent', 'not-sent', { operation }),
      );
    },
    close: async () => {
      isClosed = true;
      for (const agent of own.values()) agent.destroy();
    },
  };
}

/** Loaded when the first https address is used: it brings TLS with it, and plain programs start faster without. */
function https(): typeof Https {
  return process.getBuiltinModule('node:https');
}

const KNOWN: KnownNames<HttpTransportOptions> = {
  timeoutMs: true,
  connectTimeoutMs: true,
  maxResponseBytes: true,
  maxStreamBytes: true,
  headers: true,
  ca: true,
  agent: true,
  maxSockets: true,
};

function send(request: TransportRequest, settings: Settings): Promise<TransportResponse> {
  const { operation, signal, body } = request;
  const secure = request.url.startsWith('https:');
  const { maxResponseBytes: maxBytes, maxStreamBytes } = settings;

  return new Promise((resolve, reject) => {
    const timeoutMs =
      request.timeoutMs === undefined ? settings.timeoutMs : milliseconds('timeoutMs', request.timeoutMs, operation);
    let stop: Stop | undefined;
    let connected = false;
    const fail = (error: unknown): Error =>
      transportError(error, { operation, secure, stop, outcome: connected ? 'unknown' : 'not-sent' });
    if (signal?.aborted) {
      stop = { kind: 'aborted', reason: signal.reason };
      reject(fail(undefined));
      return;
    }

    const outgoing: ClientRequest = (secure ? https() : http).request({
      ...settings.addressOf(request.url),
      method: 'POST',
      agent: settings.agentFor(secure),
      headers: {
        'accept-encoding': 'gzip, deflate',
        'user-agent': 'sms-service-client',
        ...settings.headers,
        ...request.headers,
        'content-length': body.length,
      },
      ...settings.tls,
    });

    const end = (why: Stop): void => {
      stop ??= why;
      outgoing.destroy();
    };
    const onAbort = (): void => end({ kind: 'aborted', reason: signal?.reason });
    const startTimer = (what: string): NodeJS.Timeout =>
      setTimeout(() => end({ kind: 'timeout', what, timeoutMs }), timeoutMs);
    let callTimer = startTimer('the call');
    const waiting = (isWaiting: boolean): void => {
      clearTimeout(callTimer);
      if (isWaiting) callTimer = startTimer('waiting for the rest of the answer');
    };
    let connectTimer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(callTimer);
      clearTimeout(connectTimer);
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal !== undefined) {
      // Many calls may share one signal; a warning about that would be noise.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort, { once: true });
    }

    outgoing.on('socket', (socket: Socket) => {
      const stands = (): void => {
        connected = true;
        clearTimeout(connectTimer);
      };
      if (outgoing.reusedSocket || !socket.connecting) {
        stands();
        return;
      }
      const { connectTimeoutMs } = settings;
      connectTimer = setTimeout(
        () => end({ kind: 'timeout', what: 'connecting', timeoutMs: connectTimeoutMs }),
        connectTimeoutMs,
      );
      socket.once(secure ? 'secureConnect' : 'connect', stands);
    });
    outgoing.on('response', (incoming: IncomingMessage) => {
      connected = true;
      clearTimeout(connectTimer);
      resolve({
        status: incoming.statusCode ?? 0,
        headers: flatHeaders(incoming),
        body: httpBody(incoming, { operation, maxBytes, maxStreamBytes, waiting, fail, done }),
      });
    });
    outgoing.on('error', (error) => {
      done();
      reject(fail(error));
    });
    // Destroying a request that waits for a socket raises no error of its own in every case.
    outgoing.on('close', () => {
      if (!outgoing.destroyed || stop === undefined) return;
      done();
      reject(fail(undefined));
    });
    outgoing.end(body);
  });
}

function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

const FIXED_HEADERS: readonly string[] = ['content-type', 'content-length', 'soapaction', 'transfer-encoding'];

function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    try {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    } catch {
      throw new ValidationError(`headers.${name}`, 'is not a header that HTTP can carry');
    }
    if (FIXED_HEADERS.includes(lower)) throw new ValidationError(`headers.${name}`, 'belongs to the protocol');
    checked[lower] = value;
  }
  return checked;
}

function certificates(ca: NonNullable<HttpTransportOptions['ca']>): string | Buffer | (string | Buffer)[] {
  const one = (item: string | Uint8Array): string | Buffer => (typeof item === 'string' ? item : Buffer.from(item));
  return typeof ca === 'string' || ca instanceof Uint8Array ? one(ca) : ca.map(one);
}

function milliseconds(name: string, value: number, operation?: string): number {
  return Math.min(checkPositive(name, value, { operation }), MAX_TIMER_MS);
}
