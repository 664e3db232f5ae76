import { setMaxListeners } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AbortedError, ConnectionError } from '../errors/errors.js';
import { type BodyContext, httpBody, readWhole } from './http-body.js';
import { type Stop, transportError } from './http-errors.js';
import { type HttpSettings, type HttpTransportOptions, httpSettings, milliseconds } from './http-options.js';
import { type Routes, routes } from './http-route.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/**
 * Makes the transport over `node:http` and `node:https`: connections are kept alive, certificates are verified,
 * redirects are not followed, gzip and deflate are understood.
 *
 * Its errors say truthfully what happened: `not-sent` until the connection stands, `unknown` afterwards. Closing it ends
 * the calls that are under way.
 *
 * @throws ValidationError when an option is not usable
 */
export function httpTransport(options: HttpTransportOptions = {}): Transport {
  const settings = httpSettings(options);
  const ways = routes(settings);
  const underWay = new Set<Call>();
  let isClosed = false;
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const { operation, signal } = request;
        if (isClosed) throw new ConnectionError('the transport is closed; nothing was sent', 'not-sent', { operation });
        if (signal?.aborted) {
          const cause: unknown = signal.reason;
          throw new AbortedError('aborted by the caller; nothing was sent', 'not-sent', { operation, cause });
        }
        new Call(request, settings, underWay, resolve, reject).start(ways);
      }),
    close: async () => {
      isClosed = true;
      for (const call of underWay) call.end({ kind: 'closed' });
      ways.close();
    },
  };
}

/** One call, from before its first byte to the last of its answer. */
class Call implements BodyContext {
  readonly maxBytes: number;
  readonly maxStreamBytes: number;
  readonly #request: TransportRequest;
  readonly #settings: HttpSettings;
  readonly #underWay: Set<Call>;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #timeoutMs: number;
  #outgoing: ClientRequest | undefined;
  #secure = false;
  /** Whether the connection stands: from then on bytes leave. */
  #connected = false;
  #stop: Stop | undefined;
  #timer: NodeJS.Timeout | undefined;
  #connectTimer: NodeJS.Timeout | undefined;

  constructor(
    request: TransportRequest,
    settings: HttpSettings,
    underWay: Set<Call>,
    resolve: (response: TransportResponse) => void,
    reject: (error: Error) => void,
  ) {
    const { timeoutMs, operation } = request;
    this.#request = request;
    this.#settings = settings;
    this.#underWay = underWay;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timeoutMs = timeoutMs === undefined ? settings.timeoutMs : milliseconds('timeoutMs', timeoutMs, operation);
    this.maxBytes = settings.maxResponseBytes;
    this.maxStreamBytes = settings.maxStreamBytes;
  }

  get operation(): string {
    return this.#request.operation;
  }

  start(ways: Routes): void {
    const { url, body, headers, signal } = this.#request;
    const { options, secure, request } = ways.to(url);
    this.#secure = secure;
    const outgoing = request({
      ...options,
      headers: {
        'accept-encoding': 'gzip, deflate',
        'user-agent': 'sms-service-client',
        ...this.#settings.headers,
        ...headers,
        'content-length': body.length,
      },
    });
    this.#outgoing = outgoing;
    this.#underWay.add(this);
    this.#startTimer('the call');
    if (signal !== undefined) {
      // Many calls may share one signal; a warning about that would be noise.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    outgoing.on('socket', (socket) => this.#watch(socket));
    outgoing.on('response', (incoming) => this.#receive(incoming));
    outgoing.on('error', (error) => this.#fail(error));
    outgoing.end(body);
  }

  /** Ends the call from this side. */
  end(why: Stop): void {
    this.#stop ??= why;
    // Rejected here, because a request that waits for a socket does not always raise an error when it is destroyed.
    this.#fail(undefined);
    this.#outgoing?.destroy();
  }

  waiting(isWaiting: boolean): void {
    clearTimeout(this.#timer);
    if (isWaiting) this.#startTimer('waiting for the rest of the answer');
  }

  fail(error: unknown): Error {
    const outcome = this.#connected ? 'unknown' : 'not-sent';
    const reused = this.#outgoing?.reusedSocket === true;
    return transportError(error, {
      operation: this.operation,
      secure: this.#secure,
      stop: this.#stop,
      outcome,
      reused,
    });
  }

  done(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#connectTimer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#underWay.delete(this);
  }

  readonly #onAbort = (): void => this.end({ kind: 'aborted', reason: this.#request.signal?.reason });

  #fail(error: unknown): void {
    this.done();
    this.#reject(this.fail(error));
  }

  #startTimer(what: string): void {
    const timeoutMs = this.#timeoutMs;
    this.#timer = setTimeout(() => this.end({ kind: 'timeout', what, timeoutMs }), timeoutMs);
  }

  #watch(socket: Socket): void {
    if (this.#outgoing?.reusedSocket || isReady(socket)) {
      this.#connected = true;
      return;
    }
    const { connectTimeoutMs } = this.#settings;
    this.#connectTimer = setTimeout(
      () => this.end({ kind: 'timeout', what: 'connecting', timeoutMs: connectTimeoutMs }),
      connectTimeoutMs,
    );
    socket.once(this.#secure ? 'secureConnect' : 'connect', () => {
      this.#connected = true;
      clearTimeout(this.#connectTimer);
    });
  }

  #receive(incoming: IncomingMessage): void {
    this.#connected = true;
    const status = incoming.statusCode ?? 0;
    const headers = flatHeaders(incoming);
    if (this.#request.judge === undefined) {
      this.#resolve({ status, headers, body: httpBody(incoming, this) });
      return;
    }
    // The answer is wanted whole: handing over a body to be read costs more than reading it.
    readWhole(
      incoming,
      this,
      (body) => this.#resolve({ status, headers, body }),
      (error) => this.#reject(error),
    );
  }
}

/** Whether a new connection stands already; that of TLS does when both have agreed, not when it is open. */
function isReady(socket: Socket): boolean {
  return 'secureConnecting' in socket ? socket.secureConnecting === false : !socket.connecting;
}

/** Only `set-cookie` can be a list. */
function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  const cookies = headers['set-cookie'];
  return (cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') }) as Record<string, string>;
}
