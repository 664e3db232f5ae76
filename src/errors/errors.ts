import { redactNumbers } from '../redact/redact.js';
import { ClientClosed } from './abort-reason.js';
import { showAsData } from './shown-as-data.js';

/**
 * The outcome of a request, which a caller must know before trying again: `not-sent` – no byte left this process;
 * `rejected` – the gateway said no; `unknown` – it may have been carried out.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** Every value that {@link SmsServiceError.code} can have. */
export type ErrorCode =
  | 'VALIDATION'
  | 'CREDENTIALS'
  | 'CONNECTION'
  | 'TIMEOUT'
  | 'TLS'
  | 'REQUEST_BODY'
  | 'ABORTED'
  | 'HTTP_STATUS'
  | 'DECODE'
  | 'SOAP_FAULT'
  | GatewayErrorCode
  | 'REPLAY_MISS'
  | 'FILE_LOCKED';

/** The values of {@link GatewayError.code}: each has a class, and `GATEWAY` stands for what is none of the others. */
export type GatewayErrorCode =
  | 'GATEWAY'
  | 'AUTHENTICATION'
  | 'INSUFFICIENT_POINTS'
  | 'NOT_ALLOWED'
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RATE_LIMIT'
  | 'GATEWAY_INTERNAL';

/**
 * Every error of this library. Each value of `code` has one class, so that a `switch` over it knows the fields of the
 * error, and the compiler whether all were thought of.
 */
export type AnySmsServiceError =
  | ValidationError
  | CredentialsError
  | ReplayMissError
  | FileLockedError
  | ConnectionError
  | TimeoutError
  | TlsError
  | RequestBodyError
  | AbortedError
  | HttpStatusError
  | DecodeError
  | SoapFaultError
  | (GatewayError & { readonly code: 'GATEWAY' })
  | AuthenticationError
  | InsufficientPointsError
  | NotAllowedError
  | InvalidRequestError
  | NotFoundError
  | ConflictError
  | RateLimitError
  | GatewayInternalError;

/** The fields that every error of this library carries besides its message. */
export interface ErrorContext {
  /** The operation's name: `soap_SendSms` as in the WSDL, `sms.do` over HTTP; absent where there was no call. */
  readonly operation?: string | undefined;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

const BRAND: symbol = Symbol.for('sms-service-client.error');

/**
 * Tells whether a value is an error of this library, also when it comes from another copy of the package. Its `code`
 * then tells the compiler its class.
 *
 * @param value - anything, usually what a `catch` got
 *
 * @example
 * ```ts
 * try {
 *   await client.checkPoints();
 * } catch (error) {
 *   if (isSmsServiceError(error) && error.outcome === 'not-sent') console.log('nothing was sent');
 * }
 * ```
 */
export function isSmsServiceError(value: unknown): value is AnySmsServiceError {
  try {
    return typeof value === 'object' && value !== null && BRAND in value;
  } catch {
    // Anything can be thrown, also a proxy that has been revoked.
    return false;
  }
}

/**
 * The base of every error that this library throws.
 *
 * Section numbers in this documentation are those of the gateway's interface specification.
 *
 * Its message, `toJSON()` and what `util.inspect` prints (the stack and the data of `toJSON()`) show no credential, no
 * message text and no full telephone number.
 *
 * @example
 * ```ts
 * if (error instanceof SmsServiceError && error.retryable) console.log(`again later: ${error.message}`);
 * ```
 */
export abstract class SmsServiceError extends Error {
  static {
    showAsData(this.prototype);
  }

  /** The kind of error, for programs: one of a closed set. */
  readonly code: ErrorCode;
  /** The outcome of the request: no byte was sent, the gateway said no, or it may have been carried out. */
  readonly outcome: Outcome;
  /** True where the same call may be made again as it is: nothing was carried out, and it may succeed later. */
  readonly retryable: boolean;
  /** The operation's name: `soap_SendSms` as in the WSDL, `sms.do` over HTTP; `undefined` where there was no call. */
  readonly operation: string | undefined;
  /** The label of the client whose call has failed, where it has one. */
  declare readonly label?: string;
  /**
   * Of a send over HTTP whose outcome is `unknown`: the idx of each message, in the order of its recipients. Delivery
   * reports name the messages that were accepted by it. Not in `toJSON()` and logs.
   */
  declare readonly sentIdx?: readonly string[];

  /** @internal */
  constructor(message: string, code: ErrorCode, outcome: Outcome, retryable: boolean, context: ErrorContext = {}) {
    const where = context.operation === undefined ? '' : `${context.operation}: `;
    super(redactNumbers(where + message), context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.outcome = outcome;
    this.retryable = retryable;
    this.operation = context.operation;
    Object.defineProperty(this, BRAND, { value: true });
    Object.defineProperty(this, 'name', { value: new.target.name, configurable: true, writable: true });
    // Taken anew, because the first one was headed with the name that `Error` has.
    Error.captureStackTrace(this, new.target);
  }

  /**
   * The error as plain data for a log: no stack, and of a foreign cause only its name and code.
   *
   * @example
   * ```ts
   * if (error instanceof SmsServiceError) console.log(JSON.stringify(error));
   * ```
   */
  toJSON(): Record<string, unknown> {
    const data: Record<string, unknown> = { name: this.name, message: this.message };
    for (const [key, value] of Object.entries(this)) if (value !== undefined) data[key] = value;
    if (this.cause !== undefined) data.cause = causeSummary(this.cause);
    return data;
  }
}

function causeSummary(cause: unknown): Record<string, unknown> | string {
  try {
    return isSmsServiceError(cause) ? cause.toJSON() : foreignSummary(cause);
  } catch {
    return typeof cause;
  }
}

function foreignSummary(cause: unknown): Record<string, unknown> | string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  // Only what the system says is known to be harmless; anybody else's message may quote what it should not.
  const message = 'syscall' in cause ? { message: redactNumbers(cause.message) } : {};
  return { name: cause.name, ...code, ...message };
}

/**
 * Says which input was wrong. Nothing was sent.
 *
 * @example
 * ```ts
 * if (error instanceof ValidationError) console.log(`${error.path} is wrong; code ${error.gatewayCode} is saved`);
 * ```
 */
export class ValidationError extends SmsServiceError {
  declare readonly code: 'VALIDATION';
  /** The field, as the caller named it: `to[3]`, `params[0][1]`, `date`. */
  readonly path: string;
  /** The gateway's code that the refusal saves (specification section 7), where there is one. */
  readonly gatewayCode: number | undefined;

  constructor(
    path: string,
    reason: string,
    context: ErrorContext & { readonly gatewayCode?: number | undefined } = {},
  ) {
    super(path === '' ? reason : `${path}: ${reason}`, 'VALIDATION', 'not-sent', false, context);
    // A key of the caller's own object can be a telephone number.
    this.path = redactNumbers(path);
    this.gatewayCode = context.gatewayCode;
  }
}

/**
 * The function for the credentials failed, took too long, or gave what cannot be used. Nothing was sent; `cause` is
 * what it has thrown.
 *
 * @example
 * ```ts
 * if (error instanceof CredentialsError && error.retryable) console.log('the vault does not answer', error.cause);
 * ```
 */
export class CredentialsError extends SmsServiceError {
  declare readonly code: 'CREDENTIALS';
  constructor(message: string, retryable: boolean, context?: ErrorContext) {
    super(message, 'CREDENTIALS', 'not-sent', retryable, context);
  }
}

/** A field of a request that differs from what was recorded; telephone numbers are covered, and what is private. */
export interface ReplayDifference {
  /** For example `sms_param.to`. */
  readonly path: string;
  /** As it is to be shown; `undefined` where there is none. */
  readonly recorded: string | undefined;
  readonly given: string | undefined;
}

/** A recording that is like a request, and how it differs; without a difference it was played already. */
export interface ReplayNearest {
  /** When it was recorded. */
  readonly recordedAt: Date;
  readonly differences: readonly ReplayDifference[];
}

/**
 * A recording has no such call, or has calls that nobody made. Nothing was sent, and the same call would miss again: it
 * is as much refused (`rejected`) as by a gateway.
 *
 * @example
 * ```ts
 * if (error instanceof ReplayMissError) {
 *   for (const { path, recorded, given } of error.nearest[0]?.differences ?? []) console.log(path, recorded, given);
 * }
 * ```
 */
export class ReplayMissError extends SmsServiceError {
  declare readonly code: 'REPLAY_MISS';
  /** The recordings that come nearest, the nearest first: at most three. */
  readonly nearest: readonly ReplayNearest[];

  constructor(message: string, nearest: readonly ReplayNearest[], context?: ErrorContext) {
    super(message, 'REPLAY_MISS', 'rejected', false, context);
    this.nearest = nearest;
  }
}

/**
 * Somebody else has a file that only one may write at a time: another process, or another part of this one. Nothing was
 * sent, and the file is as it was; when that has ended, the same can be done again.
 *
 * @example
 * ```ts
 * if (error instanceof FileLockedError) console.log(`${error.file} is in use by ${error.holder}`);
 * ```
 */
export class FileLockedError extends SmsServiceError {
  declare readonly code: 'FILE_LOCKED';
  /** The file, not that of the lock. */
  readonly file: string;
  /** The process that holds the lock, in words: `process 17 on build-3, since 2026-11-22T14:00:00Z`. */
  readonly holder: string;

  constructor(file: string, holder: string, message: string = `${file} is locked by ${holder}`) {
    super(`${message}; when that has ended, do it again`, 'FILE_LOCKED', 'not-sent', true);
    this.file = file;
    this.holder = holder;
  }
}

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
 * No connection could be made, or it was lost. `outcome` tells whether a byte of the request had left.
 *
 * @example
 * ```ts
 * if (error instanceof ConnectionError && error.proxyStatus === 407) console.log('the proxy wants a password');
 * ```
 */
export class ConnectionError extends TransportError {
  declare readonly code: 'CONNECTION';
  /** The HTTP status by which a proxy has refused to let the request through; `undefined` where it was no proxy. */
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
 * The body of the request could not be read to its end while it was sent, or is not as long as it was announced to be.
 * `outcome` tells whether a part of the request had left.
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
 * The call was ended from this side: by the caller's `AbortSignal`, whose reason is then `cause`, or by `close()` of
 * what the call went through.
 *
 * @example
 * ```ts
 * if (error instanceof AbortedError && error.reason === 'closed') console.log(`closed meanwhile: ${error.outcome}`);
 * ```
 */
export class AbortedError extends TransportError {
  declare readonly code: 'ABORTED';
  /** Tells who has ended it: `signal` – the caller's `AbortSignal`; `closed` – `close()` of what it went through. */
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

/**
 * A response that is not of the interface: a proxy's page, a redirect (never followed), an empty body.
 *
 * A 3xx or 4xx is `rejected`, but for 408 (the server gave up waiting); anything else is `unknown`: the gateway may
 * have worked before its response was lost.
 *
 * @example
 * ```ts
 * if (error instanceof HttpStatusError) console.log(error.status, error.excerpt, error.location);
 * ```
 */
export class HttpStatusError extends SmsServiceError {
  declare readonly code: 'HTTP_STATUS';
  /** The HTTP status. */
  readonly status: number;
  /** The first characters of the body, redacted; empty for an empty body. */
  readonly excerpt: string;
  /** The time to wait before trying again, in milliseconds, where the response says so (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /**
   * The address that a redirect leads to, without its query; `undefined` where the response names none, and where that
   * would show something of the request.
   */
  readonly location: string | undefined;

  constructor(
    message: string,
    status: number,
    excerpt: string,
    context: ErrorContext & {
      readonly retryAfterMs?: number | undefined;
      readonly location?: string | undefined;
    } = {},
  ) {
    // 408 says that the server gave up waiting: how much it had read is not known.
    const rejected = status >= 300 && status < 500 && status !== 408;
    const { retryAfterMs } = context;
    const wait = retryAfterMs === undefined ? '' : `; it asks to wait for ${Math.ceil(retryAfterMs / 1000)} s`;
    const maybe = rejected ? '' : '; the request may have been carried out';
    super(message + maybe + wait, 'HTTP_STATUS', rejected ? 'rejected' : 'unknown', status === 429, context);
    this.status = status;
    this.excerpt = excerpt;
    this.retryAfterMs = retryAfterMs;
    this.location = context.location;
  }
}

/**
 * A response that is not what the contract of the interface says: the WSDL, or the description of the HTTP interface.
 * It is unknown whether the request was carried out.
 *
 * @example
 * ```ts
 * if (error instanceof DecodeError) console.log(`${error.path} at byte ${error.offset} is no ${error.xsdType}`);
 * ```
 */
export class DecodeError extends SmsServiceError {
  declare readonly code: 'DECODE';
  /** The path of the field in the response: `arGroups[3].num_count`, `list[0].id`; empty for the whole document. */
  readonly path: string;
  /** The type that was expected there, for example `xsd:int`; over SOAP only. */
  readonly xsdType: string | undefined;
  /** The byte offset in the response (as UTF-8), where one is known. */
  readonly offset: number | undefined;

  constructor(
    reason: string,
    details: {
      readonly path?: string;
      readonly xsdType?: string | undefined;
      readonly offset?: number | undefined;
    } & ErrorContext = {},
  ) {
    const where = details.path ? `${details.path}: ` : '';
    const offset = details.offset === undefined ? '' : ` (at byte ${details.offset})`;
    super(where + reason + offset, 'DECODE', 'unknown', false, details);
    this.path = details.path ?? '';
    this.xsdType = details.xsdType;
    this.offset = details.offset;
  }
}

/** The `detail` of a Fault: text, or its elements by local name (several of one name as a list). */
export type FaultDetail = string | { readonly [name: string]: FaultDetail | readonly FaultDetail[] };

/**
 * The gateway answered with a SOAP Fault (SOAP 1.1 section 4.4).
 *
 * @example
 * ```ts
 * if (error instanceof SoapFaultError) console.log(error.faultCode, error.faultString);
 * ```
 */
export class SoapFaultError extends SmsServiceError {
  declare readonly code: 'SOAP_FAULT';
  /** The fault code without its namespace prefix: `Client`, `Server`, `Client.Authentication`. */
  readonly faultCode: string;
  /** The fault string, redacted. */
  readonly faultString: string;
  /** The party that caused the fault, where the gateway names it. */
  readonly faultActor: string | undefined;
  /**
   * Details that the gateway added, redacted: they may hold stack traces and host names. Not in `toJSON()` and logs.
   */
  declare readonly detail: FaultDetail | undefined;
  /**
   * True where the Fault said more than is kept here: of each of its parts up to 16,384 characters, in up to 1,000
   * elements, up to 32 of them inside each other.
   */
  readonly isTruncated: boolean;

  constructor(
    fault: {
      readonly faultCode: string;
      readonly faultString: string;
      readonly faultActor?: string | undefined;
      readonly detail?: FaultDetail | undefined;
      readonly isTruncated?: boolean | undefined;
    },
    context?: ErrorContext,
  ) {
    super(
      `SOAP Fault ${fault.faultCode || '(no code)'}: ${fault.faultString}`,
      'SOAP_FAULT',
      'rejected',
      false,
      context,
    );
    this.faultCode = fault.faultCode;
    this.faultString = fault.faultString;
    this.faultActor = fault.faultActor;
    this.isTruncated = fault.isTruncated ?? false;
    Object.defineProperty(this, 'detail', { value: fault.detail, enumerable: false });
  }
}

/** The meaning of a gateway code for the caller; made from the table in `src/domain/gateway-codes.ts`. */
export interface GatewayResult {
  /** The gateway's code: anything but success; absent where it is a text. */
  readonly result?: number | undefined;
  /** The gateway's code where it is a text, redacted. */
  readonly errorCode?: string | undefined;
  /** The gateway's own words, redacted. */
  readonly description: string;
  /** The meaning of the code in words, and what to do about it. */
  readonly hint: string;
  readonly code: GatewayErrorCode;
  readonly outcome: Outcome;
  readonly retryable: boolean;
  /** The time to wait before trying again, in milliseconds, where the code itself tells it. */
  readonly retryAfterMs?: number | undefined;
  /** Of a `RateLimitError`: which limit it was. Default: `rate`. */
  readonly limit?: RateLimitError['limit'] | undefined;
  readonly invalidNumbers?: readonly InvalidNumber[] | undefined;
  readonly raw?: unknown;
}

/** A number that the gateway has refused (specification section 2.1, `invalid_numbers`). */
export interface InvalidNumber {
  /** With its country prefix. */
  readonly number: string;
  /** As it was sent. */
  readonly submittedNumber: string;
  /** The gateway's own words for the reason. */
  readonly message: string;
}

/**
 * The gateway carried on a conversation and said no: `result` is its code, or `errorCode` where that is a text
 * (specification section 7).
 *
 * @example
 * ```ts
 * if (error instanceof GatewayError) console.log(error.result ?? error.errorCode, error.description);
 * ```
 */
export class GatewayError extends SmsServiceError {
  declare readonly code: GatewayErrorCode;
  /** The gateway's code; `undefined` where it is a text. */
  readonly result: number | undefined;
  /** The gateway's code where it is a text, such as `authorization_failed` (section 2.3). Over HTTP only. */
  readonly errorCode: string | undefined;
  /** The gateway's own words, redacted. */
  readonly description: string;
  /** The numbers that the gateway has refused, where it lists them; over HTTP only. Not in `toJSON()` and logs. */
  declare readonly invalidNumbers: readonly InvalidNumber[];
  /**
   * The response as it was decoded, where it may hold more than the interface's contract names: after a 53 the numbers
   * whose idx is not unique. Not in `toJSON()` and logs.
   */
  declare readonly raw: unknown;

  /** @internal */
  constructor(given: GatewayResult, context?: ErrorContext) {
    const said = given.description === '' ? '' : ` "${given.description}"`;
    const hint = given.hint === '' ? '' : ` – ${given.hint}`;
    const code = given.result ?? given.errorCode;
    super(`gateway code ${code}${said}${hint}`, given.code, given.outcome, given.retryable, context);
    this.result = given.result;
    this.errorCode = given.errorCode;
    this.description = given.description;
    Object.defineProperty(this, 'invalidNumbers', { value: given.invalidNumbers ?? [], enumerable: false });
    Object.defineProperty(this, 'raw', { value: given.raw, enumerable: false });
  }
}

/**
 * The credentials were not accepted (101, 102, `authorization_failed`). Over SOAP check username, password and the
 * `hash` option, over HTTP the token.
 *
 * @example
 * ```ts
 * if (error instanceof AuthenticationError) console.log('check the credentials');
 * ```
 */
export class AuthenticationError extends GatewayError {
  declare readonly code: 'AUTHENTICATION';
}
/**
 * The account has not enough points (103). Nothing was sent.
 *
 * @example
 * ```ts
 * if (error instanceof InsufficientPointsError) console.log(`${await client.checkPoints()} points are left`);
 * ```
 */
export class InsufficientPointsError extends GatewayError {
  declare readonly code: 'INSUFFICIENT_POINTS';
}
/**
 * The account, address or recipient may not do this (IP filter, service not enabled, blacklist …).
 *
 * @example
 * ```ts
 * if (error instanceof NotAllowedError) console.log(error.description);
 * ```
 */
export class NotAllowedError extends GatewayError {
  declare readonly code: 'NOT_ALLOWED';
}
/**
 * A field of the request was not accepted; repeating it unchanged cannot help.
 *
 * @example
 * ```ts
 * if (error instanceof InvalidRequestError) console.log(error.description);
 * ```
 */
export class InvalidRequestError extends GatewayError {
  declare readonly code: 'INVALID_REQUEST';
}
/**
 * The group, contact or template does not exist.
 *
 * @example
 * ```ts
 * if (error instanceof NotFoundError) console.log('the group is not there');
 * ```
 */
export class NotFoundError extends GatewayError {
  declare readonly code: 'NOT_FOUND';
}
/**
 * The request contradicts what is already there: an idx used before, a name taken, nothing left to delete.
 *
 * @example
 * ```ts
 * if (error instanceof ConflictError) console.log('the group is there already');
 * ```
 */
export class ConflictError extends GatewayError {
  declare readonly code: 'CONFLICT';
}
/**
 * Too many calls (52, 202, 203): nothing was carried out, wait and repeat.
 *
 * @example
 * ```ts
 * if (error instanceof RateLimitError) console.log(`${error.limit}: again in ${error.retryAfterMs} ms`);
 * ```
 */
export class RateLimitError extends GatewayError {
  declare readonly code: 'RATE_LIMIT';
  /** The limit that was exceeded: calls in a time (203), calls at once (202), or attempts to one number (52). */
  readonly limit: 'rate' | 'concurrency' | 'number';
  /** The time to wait before trying again, in milliseconds, where it is known: a minute for 52, or `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(given: GatewayResult, context?: ErrorContext) {
    super(given, context);
    this.limit = given.limit ?? 'rate';
    this.retryAfterMs = given.retryAfterMs;
  }
}
/**
 * The gateway failed by itself. Check `outcome` before repeating.
 *
 * @example
 * ```ts
 * if (error instanceof GatewayInternalError && error.outcome === 'unknown') console.log('look before it is repeated');
 * ```
 */
export class GatewayInternalError extends GatewayError {
  declare readonly code: 'GATEWAY_INTERNAL';
}
