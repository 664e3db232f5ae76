// Not the global one: it is replaced where a test stops the clock.
import { setImmediate } from 'node:timers';
import { aborterOf } from '../errors/abort-reason.js';
import { AbortedError, TimeoutError } from '../errors/errors.js';
import { urlBelow } from '../transport/target.js';
import type { TimeLimit, TransportRequest } from '../transport/transport.js';
import { onWaitEnd } from '../transport/wait.js';
import { isTooLate } from './interceptors/deadline.js';
import type { EndableCall, Load } from './lifetime.js';
import type { AttemptCount, Decode, Pipeline } from './pipeline.js';
import type { CallTracing } from './telling/tracing.js';

/** The operation that a call is for. */
export interface CalledOperation {
  readonly name: string;
  /** True where carrying it out twice does no more than once does. */
  readonly idempotent: boolean;
  /** What it is called by, for those who trace it: `soap` or `http`. */
  readonly protocol?: string;
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

const ONE_CALL: Load = { calls: 1, waiting: 0 };

/** What a call is made of. */
export interface GivenCall {
  readonly pipeline: Pipeline;
  readonly address: string;
  readonly operation: CalledOperation;
  readonly id: number;
  readonly account?: number | undefined;
  readonly label?: string | undefined;
  /** What the subscribers of calls are given, where there are any. */
  readonly tracing?: CallTracing | undefined;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** True where the call goes through what is not closed with the client: then nothing else ends its requests. */
  readonly endsItself?: boolean;
  /** Aborted when the client ends the call: where the caller gives no signal, this costs less than one of its own. */
  readonly closing?: AbortSignal | undefined;
}

/** One call of a client, from its preparation on. */
export class Call implements EndableCall {
  static #lastId = 0;
  index: number = -1;
  readonly operation: CalledOperation;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly #given: GivenCall;
  readonly #start: number;
  readonly id: number;
  readonly tracing: CallTracing | undefined;
  /** Of its attempts, at all addresses and of all its requests. */
  readonly count: AttemptCount;
  #hasWaited = false;
  #ending: AbortController | undefined;
  #ended: Error | undefined;
  #unlisten: (() => void) | undefined;
  /** Of the requests that are under way: a call can have several at once. */
  readonly #rejects = new Set<(error: Error) => void>();

  constructor(given: GivenCall) {
    const { operation, id, tracing, signal, timeoutMs } = given;
    this.id = id;
    this.tracing = tracing;
    this.operation = operation;
    this.signal = signal;
    this.timeoutMs = timeoutMs;
    this.#given = given;
    this.count = tracing ?? { attempts: 0 };
    this.#start = timeoutMs === undefined ? 0 : performance.now();
  }

  /** Gives a number that no other call of the process has, whichever client makes it. */
  static nextId(): number {
    Call.#lastId += 1;
    return Call.#lastId;
  }

  /** Told when the preparation of the request had something to wait for: that time is gone. */
  waited(): void {
    this.#hasWaited = true;
  }

  /**
   * Aborted with the caller's signal, and when the client ends the call. Not `AbortSignal.any`: of each signal made by
   * it a trace is left in those that live long.
   */
  get ending(): AbortSignal {
    if (this.#ending === undefined) {
      const ending = new AbortController();
      this.#ending = ending;
      const { signal } = this;
      this.#unlisten = onWaitEnd({ signal }, () => ending.abort(signal?.reason));
      if (this.#ended !== undefined) ending.abort(this.#ended);
    }
    return this.#ending.signal;
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
    const { pipeline, address, id, account, label, endsItself = false, closing } = this.#given;
    const { name, idempotent } = this.operation;
    const signal = endsItself ? ((this.signal === undefined ? closing : undefined) ?? this.ending) : this.signal;
    // The time of a stream is for each wait, not for the whole.
    const isRest = this.#hasWaited && !streams;
    const timeoutMs = isRest ? this.#timeLeft() : this.timeoutMs;
    // One literal: a request is looked at in many places, and an object that is put together is slow in all of them.
    const request: TransportRequest = {
      method,
      url: urlBelow(address, target),
      target,
      operation: name,
      idempotent: given.idempotent ?? idempotent,
      mayStillRepeat,
      needsNoWait: pipeline.needsNoWait,
      headers,
      body,
      signal,
      timeoutMs,
      timeLimit: isRest ? this.timeLimit : undefined,
      callId: id,
      account,
      label,
      attempt: 1,
      streams,
    };
    if (isRest && isTooLate(request, performance.now())) return Promise.reject(this.#tooLate());
    const response = pipeline.run(request, decode, this.count);
    return endsItself ? this.#untilEnded(response) : response;
  }

  get load(): Load {
    return ONE_CALL;
  }

  end(reason: Error): void {
    this.#ended = reason;
    this.#ending?.abort(reason);
    const rejects = [...this.#rejects];
    if (rejects.length === 0) return;
    // A listener to its signal knows what happened, and has the first word.
    setImmediate(() => {
      const what = `${aborterOf(reason)}; the request may have been carried out`;
      const context = { operation: this.operation.name, cause: reason };
      for (const reject of rejects) reject(new AbortedError(what, 'unknown', context));
    });
  }

  over(): void {
    this.#unlisten?.();
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
