// Not the global function, which fake timers replace.
import { setImmediate } from 'node:timers';
import { AbortedError, type Outcome, TimeoutError } from '../errors/errors.js';
import { aborterOf, isOfAnotherRequest, ofAnotherRequest } from '../errors/transport-errors.js';
import { urlBelow } from '../options/check.js';
import { isTooLate, onWaitEnd } from '../transport/time-limits.js';
import type { TimeLimit, Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { distrustedError, outcomeOf, trustedError } from './attempts/failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from './attempts/interceptor.js';
import { checkResponse, foreignFailure, setResponse } from './attempts/response.js';
import { safeAddress } from './events/events.js';
import { ATTEMPT_TRACING, type AttemptTracing, type CallTracing, isTraced, traced } from './events/observe.js';
import type { EndableCall, Load } from './lifetime.js';

export interface CalledOperation {
  readonly name: string;
  readonly idempotent: boolean;
  readonly protocol?: string;
}

export interface CallRequest extends Pick<TransportRequest, 'method' | 'headers' | 'body' | 'streams'> {
  readonly target: string;
  /** Default: that of the operation. */
  readonly idempotent?: boolean | undefined;
  /** Called before a retry that is only allowed for a time. Default: always true. */
  readonly mayStillRepeat?: (() => boolean) | undefined;
}

const ONE_CALL: Load = { calls: 1, waiting: 0 };

interface CallSettings {
  readonly pipeline: Pipeline;
  readonly address: string;
  readonly operation: CalledOperation;
  readonly id: number;
  readonly account?: number | undefined;
  readonly label?: string | undefined;
  readonly tracing?: CallTracing | undefined;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly endsItself?: boolean;
  /** Aborted when the client ends the call. Costs less than an own signal for each call. */
  readonly closing?: AbortSignal | undefined;
}

export class Call implements EndableCall {
  static #lastId = 0;
  index: number = -1;
  readonly operation: CalledOperation;
  readonly signal: AbortSignal | undefined;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly #settings: CallSettings;
  readonly #start: number;
  readonly id: number;
  readonly tracing: CallTracing | undefined;
  readonly count: AttemptCount;
  #hasWaited = false;
  #ending: AbortController | undefined;
  #ended: Error | undefined;
  #unlisten: (() => void) | undefined;
  readonly #rejects = new Set<(error: Error) => void>();

  constructor(input: CallSettings) {
    const { operation, id, tracing, signal, timeoutMs } = input;
    this.id = id;
    this.tracing = tracing;
    this.operation = operation;
    this.signal = signal;
    this.timeoutMs = timeoutMs;
    this.#settings = input;
    this.count = tracing ?? { attempts: 0 };
    this.#start = timeoutMs === undefined ? 0 : performance.now();
  }

  static nextId(): number {
    Call.#lastId += 1;
    return Call.#lastId;
  }

  waited(): void {
    this.#hasWaited = true;
  }

  /**
   * Aborted with the caller's signal, and when the client ends the call. Not `AbortSignal.any`, which leaves references
   * in signals that live long.
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

  get timeLimit(): TimeLimit | undefined {
    const { timeoutMs } = this;
    return timeoutMs === undefined ? undefined : { deadline: this.#start + timeoutMs, timeoutMs };
  }

  run<R>(input: CallRequest, decode: Decode<R>): Promise<R> {
    const { method, target, headers, body, streams, mayStillRepeat } = input;
    const { pipeline, address, id, account, label, endsItself = false, closing } = this.#settings;
    const { name, idempotent } = this.operation;
    const signal = endsItself ? ((this.signal === undefined ? closing : undefined) ?? this.ending) : this.signal;
    // The time limit of a stream applies to each wait.
    const isRest = this.#hasWaited && !streams;
    const timeoutMs = isRest ? this.#timeLeft() : this.timeoutMs;
    // One literal, which the engine reads faster than an object with added properties.
    const request: TransportRequest = {
      method,
      url: urlBelow(address, target),
      target,
      operation: name,
      idempotent: input.idempotent ?? idempotent,
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
    // Listeners of the signal run first.
    setImmediate(() => {
      const what = `${aborterOf(reason)}; the request may have been carried out`;
      const context = { operation: this.operation.name, cause: reason };
      for (const reject of rejects) reject(new AbortedError(what, 'unknown', context));
    });
  }

  over(): void {
    this.#unlisten?.();
  }

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
    const what = `preparing the request took longer than ${timeoutMs} ms; nothing was sent`;
    return new TimeoutError(what, timeoutMs, 'not-sent', { operation: operation.name });
  }

  #timeLeft(): number | undefined {
    const { timeoutMs } = this;
    return timeoutMs === undefined ? undefined : Math.ceil(this.#start + timeoutMs - performance.now());
  }
}

export interface EarlierAttempt {
  readonly url: string;
  readonly outcome: Outcome;
}

/** Decodes a response, or throws its error. `earlier` are the failed attempts of the call. */
export type Decode<R> = (
  response: TransportResponse,
  request: TransportRequest,
  earlier: readonly EarlierAttempt[],
) => AttemptResult<R> | Promise<AttemptResult<R>>;

export interface AttemptCount {
  attempts: number;
}

const NONE: readonly EarlierAttempt[] = [];

export class Pipeline {
  readonly needsNoWait: TransportRequest['needsNoWait'];
  readonly #transport: Transport;
  readonly #interceptors: readonly Interceptor[];

  constructor(transport: Transport, interceptors: readonly Interceptor[]) {
    this.#transport = transport;
    if (transport.needsNoWait !== undefined) this.needsNoWait = (request) => needsNoWait(transport, request);
    this.#interceptors = interceptors;
  }

  /** @throws SmsServiceError */
  async run<R>(request: TransportRequest, decode: Decode<R>, count?: AttemptCount): Promise<R> {
    let earlier = NONE;
    const made: Attempt<R> = async (sent) => {
      try {
        const response = await this.#transport.send(sent);
        checkResponse(response, sent.operation);
        try {
          const decoded = await decode(response, sent, earlier);
          const why = response.certainty?.doubt('done');
          if (why !== undefined) throw ofAnotherRequest(why, sent);
          return decoded;
        } catch (error) {
          if (isOfAnotherRequest(error)) response.certainty?.discard?.();
          throw setResponse(trustedError(error, sent, response), response);
        }
      } catch (error) {
        // A new list, because a decoder may hold the old one.
        earlier = [...earlier, { url: sent.url, outcome: outcomeOf(error) }];
        throw error;
      }
    };
    let attempt: Attempt<R> = (sent) => {
      if (count !== undefined) count.attempts += 1;
      return isTraced(ATTEMPT_TRACING) ? tracedAttempt(made, sent, earlier.length) : made(sent);
    };
    for (let index = this.#interceptors.length - 1; index >= 0; index--) {
      attempt = (this.#interceptors[index] as Interceptor)(attempt);
    }
    try {
      return (await attempt(request)).value;
    } catch (error) {
      const { operation } = request;
      throw (await distrustedError(error, operation)) ?? foreignFailure(error, operation, request.signal);
    }
  }
}

function tracedAttempt<R>(made: Attempt<R>, sent: TransportRequest, resends: number): Promise<AttemptResult<R>> {
  const { operation, callId, label, method, url, attempt = 1 } = sent;
  const context: AttemptTracing = { operation, callId, label, method, address: safeAddress(url), attempt, resends };
  return traced(ATTEMPT_TRACING, context, async () => {
    const decoded = await made(sent);
    context.status = decoded.status;
    return decoded;
  });
}

async function needsNoWait(transport: Transport, request: TransportRequest): Promise<boolean> {
  try {
    return (await transport.needsNoWait?.(request)) === true;
  } catch {
    return false;
  }
}
