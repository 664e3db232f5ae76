import { AbortedError, TimeoutError } from '../errors/errors.js';
import { urlBelow } from '../transport/target.js';
import type { TimeLimit, TransportRequest } from '../transport/transport.js';
import { onWaitEnd } from '../transport/wait.js';
import { isTooLate } from './interceptors/deadline.js';
import type { EndableCall } from './lifetime.js';
import type { Decode, Pipeline } from './pipeline.js';

/** The operation that a call is for. */
export interface CalledOperation {
  readonly name: string;
  /** True where carrying it out twice does no more than once does. */
  readonly idempotent: boolean;
}

/** The request of a call, before it has an address. */
export interface CallRequest extends Pick<TransportRequest, 'method' | 'headers' | 'body' | 'streams'> {
  /** The path and query below the address ({@link urlBelow}); empty for the address itself. */
  readonly target: string;
  /** Default: as the operation of the call, which may have a request of another kind besides. */
  readonly idempotent?: boolean | undefined;
  /** Asked before the request is repeated, where it may be for a time only. Default: it may be. */
  readonly mayStillRepeat?: (() => boolean) | undefined;
}

/** One call of a client, from its preparation on. */
export class Call implements EndableCall {
  index: number = -1;
  readonly operation: CalledOperation;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly #pipeline: Pipeline;
  readonly #address: string;
  readonly #id: number;
  readonly #start: number;
  readonly #closing: AbortSignal | undefined;
  #hasWaited = false;
  /** Passed on to the transport where the call has a signal of its own: aborted with that, and with the client. */
  #both: AbortController | undefined;
  #unlisten: (() => void) | undefined;
  /** Of the requests that are under way: a call can have several at once. */
  readonly #rejects = new Set<(error: Error) => void>();

  /** @param closing - where the call goes through what is not closed with the client: aborted when that is closed */
  constructor(
    pipeline: Pipeline,
    address: string,
    operation: CalledOperation,
    id: number,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    closing?: AbortSignal,
  ) {
    this.operation = operation;
    this.signal = signal;
    this.timeoutMs = timeoutMs;
    this.#pipeline = pipeline;
    this.#address = address;
    this.#id = id;
    this.#closing = closing;
    this.#start = timeoutMs === undefined ? 0 : performance.now();
  }

  /** Told when the preparation of the request had something to wait for: that time is gone. */
  waited(): void {
    this.#hasWaited = true;
  }

  /** The end of the call's time. */
  get timeLimit(): TimeLimit | undefined {
    const { timeoutMs } = this;
    return timeoutMs === undefined ? undefined : { deadline: this.#start + timeoutMs, timeoutMs };
  }

  /**
   * Sends the request and decodes its response, as often as the interceptors want it.
   *
   * @throws SmsServiceError and nothing else
   */
  run<R>(given: CallRequest, decode: Decode<R>): Promise<R> {
    const { method, target, headers, body, streams, mayStillRepeat } = given;
    const { name, idempotent } = this.operation;
    const signal = this.#closing === undefined ? this.signal : this.#endedBy(this.#closing);
    // The time of a stream is for each wait, not for the whole.
    const isRest = this.#hasWaited && !streams;
    const timeoutMs = isRest ? this.#timeLeft() : this.timeoutMs;
    // One literal: a request is looked at in many places, and an object that is put together is slow in all of them.
    const request: TransportRequest = {
      method,
      url: urlBelow(this.#address, target),
      target,
      operation: name,
      idempotent: given.idempotent ?? idempotent,
      mayStillRepeat,
      needsNoWait: this.#pipeline.needsNoWait,
      headers,
      body,
      signal,
      timeoutMs,
      timeLimit: isRest ? this.timeLimit : undefined,
      callId: this.#id,
      attempt: 1,
      streams,
    };
    if (isRest && isTooLate(request, performance.now())) return Promise.reject(this.#tooLate());
    const response = this.#pipeline.run(request, decode);
    return this.#closing === undefined ? response : this.#untilEnded(response);
  }

  end(reason: Error): void {
    this.#both?.abort(reason);
    const rejects = [...this.#rejects];
    if (rejects.length === 0) return;
    // A listener to its signal knows what happened, and has the first word.
    setImmediate(() => {
      const what = 'the client was closed; the request may have been carried out';
      for (const reject of rejects) reject(new AbortedError(what, 'unknown', { operation: this.operation.name }));
    });
  }

  over(): void {
    this.#unlisten?.();
  }

  /** The signal that ends the call with the client, and with the caller's. */
  #endedBy(closing: AbortSignal): AbortSignal {
    const { signal } = this;
    if (signal === undefined) return closing;
    // Not `AbortSignal.any`: of each signal made by it a trace is left in those that live long.
    const both = new AbortController();
    this.#both = both;
    this.#unlisten = onWaitEnd({ signal }, () => both.abort(signal.reason));
    return both.signal;
  }

  /** Waits for the response of the call; rejects where the client is closed before and nobody else ends the call. */
  async #untilEnded<R>(response: Promise<R>): Promise<R> {
    let end: (error: Error) => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      end = reject;
      this.#rejects.add(reject);
    });
    try {
      return await Promise.race([response, ended]);
    } finally {
      this.#rejects.delete(end);
    }
  }

  #tooLate(): TimeoutError {
    const { operation, timeoutMs = 0 } = this;
    const what = `what the request is made of came too late for the limit of ${timeoutMs} ms; nothing was sent`;
    return new TimeoutError(what, timeoutMs, 'not-sent', { operation: operation.name });
  }

  /** In whole milliseconds. */
  #timeLeft(): number | undefined {
    const { timeoutMs } = this;
    return timeoutMs === undefined ? undefined : Math.ceil(this.#start + timeoutMs - performance.now());
  }
}
