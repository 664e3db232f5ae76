import type { TransportRequest } from '../../transport/transport.js';

/** The result of an attempt: the decoded response, and facts about its arrival. */
export interface AttemptResult<R> {
  readonly value: R;
  /** The HTTP status. */
  readonly status: number;
  /** The bytes of the body that have come so far, without content coding. */
  readonly bytes: number;
  /** For a streamed response: resolves when it was read to its end or closed, or with its failure. */
  readonly over?: Promise<StreamFailure | undefined> | undefined;
}

/** Wraps a thrown value, which can be anything, including `undefined`. */
export interface StreamFailure {
  readonly error: unknown;
}

/**
 * Sends a request and decodes its response: one attempt, or all that an interceptor makes of one.
 *
 * @throws the typed error that the response stands for, or that of the transport
 */
export type Attempt<R> = (request: TransportRequest) => Promise<AttemptResult<R>>;

/**
 * Stands around the attempts of every call: it may change the request, look at what comes back, and call `next` once,
 * several times or not at all. It throws on the errors of `next`, unless it knows better.
 */
export type Interceptor = <R>(next: Attempt<R>) => Attempt<R>;
