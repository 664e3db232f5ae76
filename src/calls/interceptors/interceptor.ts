import type { TransportRequest } from '../../transport/transport.js';

/** What an attempt has brought: the decoded response, and what is to be known of it besides. */
export interface AttemptResult<R> {
  readonly value: R;
  /** The HTTP status. */
  readonly status: number;
  /** How many bytes of the body have come so far, without content coding. */
  readonly bytes: number;
  /**
   * Of a response that is read as it arrives: fulfilled when it has been read to its end or was given up, or with what
   * it has failed with.
   */
  readonly over?: Promise<Failure | undefined> | undefined;
}

/** What something has failed with; a foreign transport may throw anything, also `undefined`. */
export interface Failure {
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
 * several times or not at all. What `next` throws it throws on, unless it knows better.
 */
export type Interceptor = <R>(next: Attempt<R>) => Attempt<R>;
