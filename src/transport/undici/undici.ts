import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { invalid } from '../../options/check.js';
import { readOption } from '../../options/names.js';
import { readOptions } from '../../options/table.js';
import { safeCause } from '../cause.js';
import { untilFree, watchResponse } from '../connection/watch.js';
import { flatHeaders, setCookiesOf } from '../flat-headers.js';
import { Exchange, Exchanges, OWN_HEADERS } from '../http/exchange.js';
import { LIMIT_OPTIONS, type LimitOptions } from '../http/limits.js';
import { isBodySource, lengthOfBody } from '../request-body.js';
import type { RequestBody, Transport } from '../transport.js';
import { afterIdle, type Run } from './after-idle.js';
import { type DispatchController, Incoming, Stopped } from './incoming.js';
import { LARGE_BODY, LargeBody } from './large-body.js';
import { hearAlerts, realError } from './real-error.js';
import { hearSockets, socketOfNext } from './socket-of.js';

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

/** Options of {@link undiciTransport}. The pool itself says how to connect, and which certificates are trusted. */
export interface UndiciTransportOptions extends LimitOptions {}

/**
 * Makes the transport over a pool of undici 7 or later, for programs that bring undici: a call costs less than one over
 * `node:http`.
 *
 * A `Pool` or `Client` leads to its own address, whatever the url of the client says; an `Agent` goes by the url. The
 * pool must not repeat requests by itself (no `RetryAgent`): a message could be sent twice. It is its giver's to close;
 * closing the transport ends the calls that are in flight.
 *
 * A second copy of a response that comes alone after the next request went out cannot be told from the response to
 * that one ({@link httpTransport}); undici, too, closes a kept connection on which something has come by the time it
 * is chosen.
 *
 * @throws ValidationError when the pool is none, or an option is not usable
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
  if (!isPool) invalid('pool', 'has no dispatch(): is it of undici?');
  const exchanges = new Exchanges(readOptions(options, LIMIT_OPTIONS));
  const run = afterIdle();
  hearAlerts();
  hearSockets();
  return {
    send: (request) => exchanges.send(request, UndiciExchange, (exchange) => exchange.start(pool, run)),
    close: async () => exchanges.close(),
  };
}

/** The most connections that a call gives up in which it has waited. */
const MAX_CHANGES = 8;

/** One exchange over undici. */
class UndiciExchange extends Exchange implements DispatchHandler {
  #controller: DispatchController | undefined;
  #incoming: Incoming | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  /** The body of the request, where it is not given to undici as bytes. */
  #stream: Readable | undefined;
  #pool: UndiciDispatcher | undefined;
  /** True while the request waits in a connection to which nothing of it is written yet. */
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
    // Of a stream, undici does not know the length.
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
    // A dispatcher of others may promise by mistake: its failure belongs to this call, and to nobody else.
    if (dispatched instanceof Promise) dispatched.catch((error: unknown) => this.#failed(error));
  }

  #streamOf(body: RequestBody | undefined): Readable | undefined {
    if (isBodySource(body)) return this.openBody(body);
    return body !== undefined && body.length >= LARGE_BODY ? new LargeBody(body) : undefined;
  }

  /** Called when a connection stands and the request is about to be written to it. */
  onRequestStart(controller: DispatchController): void {
    clearTimeout(this.#connectTimer);
    this.#controller = controller;
    if (this.isStopped) controller.abort(new Stopped());
    else {
      this.sent = true;
      socketOfNext((socket) => this.#use(socket));
    }
  }

  /** The request is about to be written: it waits while more may come behind the last response of the connection. */
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
    // Never asked for: undici refuses it.
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
      // The call has ended, whatever its pool makes of that.
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

  /** Another connection is taken: the one that it waited in was of no use. */
  #again(): void {
    try {
      clearTimeout(this.#connectTimer);
      if (this.#pool !== undefined) this.#dispatch(this.#pool);
    } catch (error) {
      this.refuse(error);
    }
  }
}
