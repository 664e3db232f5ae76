import { redactNumbers } from '../redact/redact.js';
import type {
  AuthenticationError,
  ConflictError,
  GatewayError,
  GatewayInternalError,
  InsufficientPointsError,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  RateLimitError,
} from './gateway-errors.js';
import { type ErrorContext, hasBrand, SmsServiceError } from './service-error.js';
import type { AbortedError, ConnectionError, RequestBodyError, TimeoutError, TlsError } from './transport-errors.js';

export {
  AuthenticationError,
  ConflictError,
  GatewayError,
  GatewayInternalError,
  InsufficientPointsError,
  type InvalidNumber,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  RateLimitError,
} from './gateway-errors.js';
export {
  type ErrorCode,
  type ErrorContext,
  type GatewayErrorCode,
  type Outcome,
  SmsServiceError,
} from './service-error.js';
export {
  AbortedError,
  ConnectionError,
  RequestBodyError,
  TimeoutError,
  TlsError,
  TransportError,
} from './transport-errors.js';

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

/**
 * Returns true for an error of this library, also of another copy of the package. TypeScript then narrows the class by
 * `code`.
 *
 * @param value - usually the value of a `catch`
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
  return hasBrand(value);
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
  /** The code with which the gateway would refuse the request (specification section 7), if there is one. */
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
 * The function for the credentials failed, took too long, or returned an invalid value. Nothing was sent; `cause` is
 * its error.
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

/** A field of a request that differs from the recorded one. Telephone numbers and private values are masked. */
export interface ReplayDifference {
  /** For example `sms_param.to`. */
  readonly path: string;
  /** The masked value; `undefined` if the field is absent. */
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
 * The recording does not contain this call, or contains calls that were not made. Nothing was sent, and the outcome is
 * `rejected`: the same call would miss again.
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
    super(`${message}. Try again when it has ended`, 'FILE_LOCKED', 'not-sent', true);
    this.file = file;
    this.holder = holder;
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
  /** How long to wait before a retry, in milliseconds, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /**
   * The target of a redirect, without its query. `undefined` if the response has none, or if it would show data of the
   * request.
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
    // 408: the server stopped waiting, and it is unknown how much it had read.
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
  /** The byte offset in the response (UTF-8), if it is known. */
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
  /** The party that caused the fault, if the gateway names it. */
  readonly faultActor: string | undefined;
  /**
   * Details that the gateway added, redacted: they may hold stack traces and host names. Not in `toJSON()` and logs.
   */
  declare readonly detail: FaultDetail | undefined;
  /** True if the Fault was longer. Kept are 16,384 characters of each part, 1,000 elements, and 32 levels. */
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
