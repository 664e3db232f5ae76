import type { Readable } from 'node:stream';
import { AbortedError, ConnectionError } from '../../errors/errors.js';
import { aborterOf, ofAnotherRequest } from '../../errors/transport-errors.js';
import { checkPositive } from '../../options/check.js';
import { isRefusal, type ProxyUse, refusedByProxy } from '../proxy/problem.js';
import { outgoingBody } from '../request-body.js';
import { type Deadlines, OneTimer, onWaitEnd, type Timed, timerMs } from '../time-limits.js';
import {
  type RequestBodySource,
  type SentHead,
  type TimeLimit,
  type TransportRequest,
  type TransportResponse,
} from '../transport.js';
import { type BodyContext, httpBody, type IncomingBody, readWhole } from './body.js';
import { refusedRequest, type Stop, transportError } from './errors.js';
import type { CallLimits } from './http-options.js';
import type { Watch } from './watch.js';

export const OWN_HEADERS: Readonly<Record<string, string>> = {
  'accept-encoding': 'gzip, deflate',
  'user-agent': 'sms-service-client',
};

interface Settle {
  readonly resolve: (response: TransportResponse) => void;
  readonly reject: (error: Error) => void;
}

export class Exchanges {
  readonly #limits: CallLimits;
  readonly #inFlight: Deadlines<Exchange>;
  #isClosed = false;

  constructor(limits: CallLimits, inFlight: Deadlines<Exchange> = new OneTimer()) {
    this.#limits = limits;
    this.#inFlight = inFlight;
  }

  send<E extends Exchange>(
    request: TransportRequest,
    ExchangeClass: new (...args: ConstructorParameters<typeof Exchange>) => E,
    start: (exchange: E) => void,
  ): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      let exchange: E | undefined;
      try {
        const { operation, signal } = request;
        if (this.#isClosed) {
          const what = 'the transport is closed; nothing was sent';
          throw new ConnectionError(what, 'not-sent', { operation, retryable: false });
        }
        if (signal?.aborted) {
          const cause: unknown = signal.reason;
          throw new AbortedError(`${aborterOf(cause)}; nothing was sent`, 'not-sent', { operation, cause });
        }
        exchange = new ExchangeClass(request, this.#limits, this.#inFlight, { resolve, reject });
        start(exchange);
      } catch (error) {
        // Node.js, an agent or a pool refuses the request, or it cannot be read.
        if (exchange === undefined) reject(refusedRequest(error, undefined));
        else exchange.refuse(error);
      }
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const exchange of this.#inFlight) exchange.end({ kind: 'closed' });
    this.#inFlight.close?.();
  }
}

export abstract class Exchange implements BodyContext, Timed {
  index: number = -1;
  deadline: number = Number.POSITIVE_INFINITY;
  timer: Timed['timer'];
  readonly maxBytes: number;
  readonly maxStreamBytes: number;
  protected readonly request: TransportRequest;
  protected secure = false;
  protected proxy: ProxyUse | undefined;
  protected headers: Readonly<Record<string, string | number>> = {};
  protected sent = false;
  protected reused = false;
  protected watch: Watch | undefined;
  readonly #timeoutMs: number;
  readonly #namedMs: number;
  #timed = 'the call';
  readonly #inFlight: Deadlines<Exchange>;
  readonly #settle: Settle;
  #stop: Stop | undefined;
  #unlisten: () => void = () => undefined;

  constructor(request: TransportRequest, limits: CallLimits, inFlight: Deadlines<Exchange>, settle: Settle) {
    const { timeoutMs = limits.timeoutMs, timeLimit, operation } = request;
    this.request = request;
    this.maxBytes = limits.maxResponseBytes;
    this.maxStreamBytes = limits.maxStreamBytes;
    this.#timeoutMs = timerMs(checkPositive(timeoutMs, 'timeoutMs', operation));
    this.#namedMs = timeLimit?.timeoutMs ?? this.#timeoutMs;
    this.#inFlight = inFlight;
    this.#settle = settle;
  }

  get operation(): string {
    return this.request.operation;
  }

  end(why: Stop): void {
    this.#stop ??= why;
    // Rejected here, because a request that waits for a connection does not always raise an error when it is cut.
    this.broken(undefined);
    this.cut();
  }

  refuse(error: unknown): void {
    this.done();
    this.#settle.reject(this.sent ? this.fail(error) : refusedRequest(error, this.operation));
    this.cut();
  }

  waiting(isWaiting: boolean): void {
    this.#timed = 'waiting for the rest of the response';
    this.deadline = isWaiting ? performance.now() + this.#timeoutMs : Number.POSITIVE_INFINITY;
    if (isWaiting) this.#inFlight.changed(this);
  }

  timedOut(): void {
    this.end({ kind: 'timeout', what: this.#timed, timeoutMs: this.#namedMs });
  }

  fail(error: unknown): Error {
    return transportError(error, {
      operation: this.operation,
      secure: this.secure,
      stop: this.#stop,
      outcome: this.sent ? 'unknown' : 'not-sent',
      reused: this.reused,
      host: this.host,
      proxy: this.proxy,
    });
  }

  finish(): Error | undefined {
    const { watch, operation } = this;
    watch?.finish();
    const why = watch?.doubt('refused') && watch.doubt('done');
    return why === undefined ? undefined : ofAnotherRequest(why, { operation });
  }

  done(): void {
    this.#unlisten();
    this.#inFlight.delete(this);
    this.watch?.over();
  }

  protected abstract cut(): void;

  protected begin(): void {
    const { signal } = this.request;
    this.deadline = performance.now() + this.#timeoutMs;
    this.#inFlight.add(this);
    this.#unlisten = onWaitEnd({ signal }, () => this.end({ kind: 'aborted', reason: signal?.reason }));
  }

  protected broken(error: unknown): void {
    this.done();
    this.#settle.reject(this.fail(error));
  }

  protected receive(
    status: number,
    headers: Readonly<Record<string, string>>,
    incoming: IncomingBody,
    setCookies?: readonly string[],
  ): void {
    const { resolve, reject } = this.#settle;
    // No proxy on the way has read a request that went through a tunnel, or to a server on https.
    const isOpen = !this.secure || this.proxy?.role === 'forward';
    if (isOpen && status >= 400 && isRefusal(status, headers, this.proxy?.role === 'forward')) {
      // The rest is not read.
      incoming.on('error', () => undefined);
      this.refusedOnTheWay(this.proxy?.name ?? 'on the way', status);
      return;
    }
    const timeLimit: TimeLimit = { deadline: this.deadline, timeoutMs: this.#namedMs };
    const sent: SentHead = { url: this.request.url, headers: this.headers };
    this.sent = true;
    // The age of the connection does not explain later failures.
    this.reused = false;
    const { watch: certainty } = this;
    if (this.request.streams === true)
      resolve({ status, headers, setCookies, body: httpBody(incoming, this), sent, certainty });
    // Reading the complete response costs less than passing on its body.
    else
      readWhole(
        incoming,
        this,
        (body) => resolve({ status, headers, setCookies, body, sent, timeLimit, certainty }),
        reject,
      );
  }

  protected openBody(source: RequestBodySource): Readable {
    const { 'content-length': announced, expect } = this.headers;
    const length = announced === undefined ? undefined : Number(announced);
    return outgoingBody(source, length, (failure, hasBegun) => {
      // The head is sent with the first bytes of the body, except with `Expect`.
      if (!hasBegun && expect === undefined) this.sent = false;
      this.end({ kind: 'body', failure });
    });
  }

  protected refusedOnTheWay(proxy: string, status: number): void {
    this.broken(refusedByProxy(proxy, status, { operation: this.operation, host: this.host }));
    this.cut();
  }

  protected get host(): string {
    return new URL(this.request.url).host;
  }

  protected get holds(): boolean {
    return !this.request.idempotent && this.request.streams !== true;
  }

  get isStopped(): boolean {
    return this.#stop !== undefined;
  }
}
