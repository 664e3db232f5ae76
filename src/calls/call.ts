import { TimeoutError } from '../errors/errors.js';
import { urlBelow } from '../transport/target.js';
import type { TimeLimit, TransportRequest } from '../transport/transport.js';
import { isTooLate } from './interceptors/deadline.js';
import type { Decode, Pipeline } from './pipeline.js';

/** The operation that a call is for. */
export interface CalledOperation {
  readonly name: string;
  /** Whether carrying it out twice does no more than once does. */
  readonly idempotent: boolean;
}

/** What the request of a call says. */
export interface CallRequest extends Pick<TransportRequest, 'method' | 'headers' | 'body' | 'streams'> {
  /** Where it goes, below the address ({@link urlBelow}); empty for the address itself. */
  readonly target: string;
}

/** One call of a client, from its preparation on. */
export class Call {
  readonly operation: CalledOperation;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly #pipeline: Pipeline;
  readonly #address: string;
  readonly #id: number;
  readonly #start: number;
  #hasWaited = false;

  constructor(
    pipeline: Pipeline,
    address: string,
    operation: CalledOperation,
    id: number,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
  ) {
    this.operation = operation;
    this.signal = signal;
    this.timeoutMs = timeoutMs;
    this.#pipeline = pipeline;
    this.#address = address;
    this.#id = id;
    this.#start = timeoutMs === undefined ? 0 : performance.now();
  }

  /** Told when the preparation of the request had something to wait for: that time is gone. */
  waited(): void {
    this.#hasWaited = true;
  }

  /** When the time of the call is over. */
  get timeLimit(): TimeLimit | undefined {
    const { timeoutMs } = this;
    return timeoutMs === undefined ? undefined : { deadline: this.#start + timeoutMs, timeoutMs };
  }

  /**
   * Sends the request and decodes its response, as often as the interceptors want it.
   *
   * @throws SmsServiceError and nothing else
   */
  run<R>({ method, target, headers, body, streams }: CallRequest, decode: Decode<R>): Promise<R> {
    const { operation, signal } = this;
    const { name, idempotent } = operation;
    // The time of a stream is for each wait, not for the whole.
    const isRest = this.#hasWaited && !streams;
    const timeoutMs = isRest ? this.#timeLeft() : this.timeoutMs;
    // One literal: a request is looked at in many places, and an object that is put together is slow in all of them.
    const request: TransportRequest = {
      method,
      url: urlBelow(this.#address, target),
      target,
      operation: name,
      idempotent,
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
    return this.#pipeline.run(request, decode);
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
