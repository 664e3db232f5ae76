import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers';
import { invalid } from '../../options/check.js';
import { readOption, readOptions } from '../../options/table.js';
import { safeCause } from '../cause.js';
import { flatHeaders, setCookiesOf } from '../flat-headers.js';
import { Exchange, Exchanges, OWN_HEADERS } from '../http/exchange.js';
import { LIMIT_OPTIONS, type LimitOptions } from '../http/http-options.js';
import { untilFree, watchResponse } from '../http/watch.js';
import { isBodySource, lengthOfBody } from '../request-body.js';
import type { RequestBody, Transport } from '../transport.js';
import { afterIdle, observeSockets, observeTlsAlerts, type Run, realError, socketOfNext } from './undici-signals.js';

/** A request as it is given to undici: a part of its `Dispatcher.DispatchOptions`. */
interface DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable | null;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Called by undici as a request goes on: a part of its `Dispatcher.DispatchHandler`. */
interface DispatchHandler {
  onRequestStart(controller: DispatchController): void;
  onRequestUpgrade(): void;
  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void;
  onResponseData(controller: DispatchController, piece: Uint8Array): void;
  onResponseEnd(): void;
  onResponseError(controller: DispatchController, error: Error): void;
}

/** The part that is used of a `Pool`, `Client` or `Agent` of undici 7 and later. */
export interface UndiciDispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
}

/** Options of {@link undiciTransport}. The pool determines connections and trusted certificates. */
export interface UndiciTransportOptions extends LimitOptions {}

/**
 * Creates the transport over a pool of undici 7 or later. A call needs less CPU time than over `node:http`.
 *
 * A `Pool` or `Client` connects to its own address and ignores the url of the client; an `Agent` uses the url. The pool
 * must not retry requests (no `RetryAgent`), because a message could be sent twice. Closing the transport ends the
 * calls in flight and does not close the pool.
 *
 * The limits of HTTP/1.1 are those of {@link httpTransport}.
 *
 * @throws ValidationError if `pool` is not a dispatcher, or an option is not valid
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 * import { Pool } from 'undici';
 *
 * const pool = new Pool(new URL(url).origin, { connections: 16 });
 * const client = new SmsServiceClient({ url, credentials, transport: undiciTransport(pool) });
 * ```
 */
export function undiciTransport(pool: UndiciDispatcher, options: UndiciTransportOptions = {}): Transport {
  const isPool = readOption('pool', () => typeof pool?.dispatch === 'function');
  if (!isPool) invalid('pool', 'must be a dispatcher of undici (dispatch() is missing)');
  const exchanges = new Exchanges(readOptions(options, LIMIT_OPTIONS));
  const run = afterIdle();
  observeTlsAlerts();
  observeSockets();
  return {
    send: (request) => exchanges.send(request, UndiciExchange, (exchange) => exchange.start(pool, run)),
    close: async () => exchanges.close(),
  };
}

const MAX_CHANGES = 8;

class UndiciExchange extends Exchange implements DispatchHandler {
  #controller: DispatchController | undefined;
  #incoming: Incoming | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  #stream: Readable | undefined;
  #pool: UndiciDispatcher | undefined;
  #isHeld = false;
  #changes = 0;

  start(pool: UndiciDispatcher, run: Run): void {
    this.#pool = pool;
    this.begin();
    run(
      () => this.#dispatch(pool),
      (error) => this.refuse(error),
    );
  }

  #dispatch(pool: UndiciDispatcher): void {
    if (this.isStopped) return;
    const { method, url, headers, body, connectTimeoutMs: timeoutMs } = this.request;
    const { origin, pathname, search, protocol } = new URL(url);
    this.secure = protocol === 'https:';
    const all: Record<string, string> = Object.assign({}, OWN_HEADERS, headers);
    const length = body === undefined ? undefined : lengthOfBody(body, this.operation);
    // undici does not know the length of a stream.
    if (length !== undefined && (isBodySource(body) || length >= LARGE_BODY)) all['content-length'] = String(length);
    this.headers = all;
    const stream = this.#streamOf(body);
    this.#stream = stream;
    if (timeoutMs !== undefined) {
      // The pool has its own time to connect; also a connection that is not free in this time counts as none.
      this.#connectTimer = setTimeout(
        () => this.end({ kind: 'timeout', what: `connecting to ${this.host}`, timeoutMs }),
        timeoutMs,
      );
    }
    const dispatched: unknown = pool.dispatch(
      {
        origin,
        path: pathname + search,
        method,
        headers: all,
        body: stream ?? (body as Uint8Array | undefined) ?? null,
        // The times of the call are kept by the call.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      this,
    );
    // A foreign dispatcher may return a promise by mistake; its failure belongs to this call.
    if (dispatched instanceof Promise) dispatched.catch((error: unknown) => this.#failed(error));
  }

  #streamOf(body: RequestBody | undefined): Readable | undefined {
    if (isBodySource(body)) return this.openBody(body);
    return body !== undefined && body.length >= LARGE_BODY ? new LargeBody(body) : undefined;
  }

  onRequestStart(controller: DispatchController): void {
    clearTimeout(this.#connectTimer);
    this.#controller = controller;
    if (this.isStopped) controller.abort(new Stopped());
    else {
      this.sent = true;
      socketOfNext((socket) => this.#use(socket));
    }
  }

  #use(socket: Socket): void {
    const free = untilFree(socket);
    if (free === undefined) {
      this.#watch(socket);
      return;
    }
    this.#isHeld = true;
    this.sent = false;
    socket.cork();
    void free.then((isFree) => {
      if (!isFree) {
        socket.destroy();
        return;
      }
      this.#isHeld = false;
      this.sent = true;
      this.#watch(socket);
      socket.uncork();
    });
  }

  #watch(socket: Socket): void {
    const stream = this.#stream;
    this.watch = watchResponse(socket, false, () => stream?.readableEnded ?? true, this.holds);
  }

  onRequestUpgrade(): void {
    // The call has ended; later reports of the pool do not matter.
  }

  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // An interim response (1xx) says nothing yet.
    if (status < 200) return;
    if (this.#isHeld) {
      // Not to this request: nothing of it has left.
      controller.abort(new Stopped());
      return;
    }
    const flat = flatHeaders(headers);
    this.#incoming = new Incoming(controller, flat);
    this.receive(status, flat, this.#incoming, setCookiesOf(headers));
  }

  onResponseData(controller: DispatchController, piece: Uint8Array): void {
    if (this.#incoming?.push(piece) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#incoming?.push(null);
  }

  onResponseError(_controller: DispatchController, error: Error): void {
    this.#failed(error);
  }

  override done(): void {
    super.done();
    clearTimeout(this.#connectTimer);
  }

  protected override cut(): void {
    try {
      this.#controller?.abort(new Stopped());
    } catch {
      // The call has ended. An error of the pool does not matter.
    }
  }

  #failed(error: unknown): void {
    if (this.#isHeld && !this.isStopped && this.#changes < MAX_CHANGES) {
      this.#isHeld = false;
      this.#changes += 1;
      queueMicrotask(() => this.#again());
    } else if (this.#incoming === undefined) this.broken(realError(error));
    else this.#incoming.destroy(safeCause(error));
  }

  #again(): void {
    try {
      clearTimeout(this.#connectTimer);
      if (this.#pool !== undefined) this.#dispatch(this.#pool);
    } catch (error) {
      this.refuse(error);
    }
  }
}

/** Steers a request in undici: a part of its `Dispatcher.DispatchController`. */
interface DispatchController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

class Stopped extends Error {}

class Incoming extends Readable {
  readonly headers: Readonly<Record<string, string>>;
  readonly #controller: DispatchController;

  constructor(controller: DispatchController, headers: Readonly<Record<string, string>>) {
    super();
    this.headers = headers;
    this.#controller = controller;
  }

  override _read(): void {
    this.#controller.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // Of no effect on a response that has come to its end.
    if (!this.readableEnded) this.#controller.abort(error ?? new Stopped());
    callback(error);
  }
}

/** From this size on, the buffer of a socket (16 or 64 KiB, by the version of Node.js) cannot take a body at once. */
export const LARGE_BODY = 65_536;

/**
 * A large body of a request as undici has to be given it: one piece, whose end comes when it has been taken.
 *
 * For undici bytes are written when they are in the buffer of the socket, a stream when the system has taken all of it.
 * Only so is a connection closed, and not used again, when the response ends before a large request was written out.
 */
export class LargeBody extends Readable {
  #body: Uint8Array | undefined;

  constructor(body: Uint8Array) {
    super();
    this.#body = body;
  }

  override _read(): void {
    const body = this.#body;
    this.#body = undefined;
    if (body !== undefined) this.push(body);
    // Later, after the reader has paused: otherwise the end is reported to a paused reader.
    else setImmediate(() => this.push(null));
  }
}
