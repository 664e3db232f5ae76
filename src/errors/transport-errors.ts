import { type ErrorContext, type Outcome, SmsServiceError } from './service-error.js';

/**
 * The base of the errors that arise between this process and the gateway.
 *
 * @example
 * ```ts
 * if (error instanceof TransportError) console.log(`the gateway was not reached: ${error.outcome}`);
 * ```
 */
export abstract class TransportError extends SmsServiceError {
  declare readonly code: 'CONNECTION' | 'TIMEOUT' | 'TLS' | 'REQUEST_BODY' | 'ABORTED';
}

/**
 * The connection failed or was lost. `outcome` is `not-sent` if no byte of the request was sent.
 *
 * @example
 * ```ts
 * if (error instanceof ConnectionError && error.proxyStatus === 407) console.log('the proxy wants a password');
 * ```
 */
export class ConnectionError extends TransportError {
  declare readonly code: 'CONNECTION';
  /** The HTTP status with which a proxy refused the connection; `undefined` if no proxy did. */
  readonly proxyStatus: number | undefined;

  constructor(
    message: string,
    outcome: Outcome,
    context: ErrorContext & {
      readonly retryable?: boolean | undefined;
      readonly proxyStatus?: number | undefined;
    } = {},
  ) {
    super(message, 'CONNECTION', outcome, context.retryable ?? outcome === 'not-sent', context);
    this.proxyStatus = context.proxyStatus;
  }
}

/**
 * The time given to the connection or to the whole call ran out.
 *
 * @example
 * ```ts
 * if (error instanceof TimeoutError) console.log(`no response in ${error.timeoutMs} ms: ${error.outcome}`);
 * ```
 */
export class TimeoutError extends TransportError {
  declare readonly code: 'TIMEOUT';
  /** The limit that was passed, in milliseconds. */
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, outcome: Outcome, context?: ErrorContext) {
    super(message, 'TIMEOUT', outcome, outcome === 'not-sent', context);
    this.timeoutMs = timeoutMs;
  }
}

/**
 * The server's certificate was not trusted, or no TLS session could be agreed on. Nothing was sent.
 *
 * @example
 * ```ts
 * import { checkTrust } from 'sms-service-client';
 *
 * if (error instanceof TlsError) console.log((await checkTrust(url)).explanation);
 * ```
 */
export class TlsError extends TransportError {
  declare readonly code: 'TLS';
  constructor(message: string, context?: ErrorContext) {
    super(message, 'TLS', 'not-sent', false, context);
  }
}

/**
 * The body of the request could not be read completely while it was sent, or has another length than announced.
 * `outcome` is `not-sent` if no byte was sent.
 *
 * @example
 * ```ts
 * if (error instanceof RequestBodyError) console.log(`the file could not be read: ${error.outcome}`);
 * ```
 */
export class RequestBodyError extends TransportError {
  declare readonly code: 'REQUEST_BODY';
  constructor(message: string, outcome: Outcome, context?: ErrorContext) {
    super(message, 'REQUEST_BODY', outcome, false, context);
  }
}

/**
 * The call was ended by the program: by an `AbortSignal`, whose reason is `cause`, or by `close()`.
 *
 * @example
 * ```ts
 * if (error instanceof AbortedError && error.reason === 'closed') console.log(`closed meanwhile: ${error.outcome}`);
 * ```
 */
export class AbortedError extends TransportError {
  declare readonly code: 'ABORTED';
  /** What ended the call: `signal` is the `AbortSignal`, `closed` is `close()`. */
  readonly reason: 'signal' | 'closed';

  constructor(
    message: string,
    outcome: Outcome,
    context: ErrorContext & { readonly reason?: AbortedError['reason'] | undefined } = {},
  ) {
    super(message, 'ABORTED', outcome, false, context);
    this.reason = context.reason ?? (ClientClosed.isOne(context.cause) ? 'closed' : 'signal');
  }
}

/** The reason by which the calls of a client are ended when it is closed. */
export class ClientClosed extends Error {
  override readonly name: string = 'ClientClosed';
  readonly #isOne = true;

  constructor() {
    super('the client was closed');
  }

  /** Returns true for an instance. Does not use `instanceof`, which can throw for a proxy. */
  static isOne(input: unknown): input is ClientClosed {
    return typeof input === 'object' && input !== null && #isOne in input && input.#isOne;
  }
}

export function aborterOf(reason: unknown): string {
  return ClientClosed.isOne(reason) ? 'the client was closed' : 'aborted by the caller';
}

const FOREIGN_RESPONSES = new WeakSet<object>();

export function ofAnotherRequest(why: string, context: ErrorContext): ConnectionError {
  const what = `the response may be that of another request: ${why}; the request may have been carried out`;
  const error = new ConnectionError(what, 'unknown', context);
  FOREIGN_RESPONSES.add(error);
  return error;
}

/** Returns true for errors that {@link ofAnotherRequest} has created. */
export function isOfAnotherRequest(error: unknown): boolean {
  return typeof error === 'object' && error !== null && FOREIGN_RESPONSES.has(error);
}
