import { type ErrorContext, type GatewayErrorCode, type Outcome, SmsServiceError } from './service-error.js';

/** The meaning of a gateway code for the caller; made from the table in `src/domain/gateway-codes.ts`. */
export interface GatewayResult {
  /** The numeric code of the gateway, except success. */
  readonly result?: number | undefined;
  /** The code of the gateway if it is a text, redacted. */
  readonly errorCode?: string | undefined;
  /** The gateway's own words, redacted. */
  readonly description: string;
  /** The meaning of the code, and the next action. */
  readonly hint: string;
  readonly code: GatewayErrorCode;
  readonly outcome: Outcome;
  readonly retryable: boolean;
  /** How long to wait before a retry, in milliseconds, if the code defines it. */
  readonly retryAfterMs?: number | undefined;
  /** Which limit a `RateLimitError` reports. Default: `rate`. */
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
 * The gateway refused the request: `result` is its numeric code, or `errorCode` a text code (specification section 7).
 *
 * @example
 * ```ts
 * if (error instanceof GatewayError) console.log(error.result ?? error.errorCode, error.description);
 * ```
 */
export class GatewayError extends SmsServiceError {
  declare readonly code: GatewayErrorCode;
  /** The numeric code of the gateway; `undefined` if the code is a text. */
  readonly result: number | undefined;
  /** The text code of the gateway, such as `authorization_failed` (section 2.3). Only over HTTP. */
  readonly errorCode: string | undefined;
  /** The gateway's own words, redacted. */
  readonly description: string;
  /** The refused numbers, if the gateway lists them. Only over HTTP. Not in `toJSON()` and logs. */
  declare readonly invalidNumbers: readonly InvalidNumber[];
  /**
   * The decoded response, if it may contain more than the specification names: after code 53, the numbers whose idx is
   * not unique. Not in `toJSON()` and logs.
   */
  declare readonly raw: unknown;

  /** @internal */
  constructor(result: GatewayResult, context?: ErrorContext) {
    const quotedDescription = result.description === '' ? '' : ` "${result.description}"`;
    const hint = result.hint === '' ? '' : ` – ${result.hint}`;
    const code = result.result ?? result.errorCode;
    super(`gateway code ${code}${quotedDescription}${hint}`, result.code, result.outcome, result.retryable, context);
    this.result = result.result;
    this.errorCode = result.errorCode;
    this.description = result.description;
    Object.defineProperty(this, 'invalidNumbers', { value: result.invalidNumbers ?? [], enumerable: false });
    Object.defineProperty(this, 'raw', { value: result.raw, enumerable: false });
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
  /** How long to wait before a retry, in milliseconds, if it is known: a minute for code 52, or `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  /** @internal */
  constructor(result: GatewayResult, context?: ErrorContext) {
    super(result, context);
    this.limit = result.limit ?? 'rate';
    this.retryAfterMs = result.retryAfterMs;
  }
}
/**
 * The gateway failed. Check `outcome` before a retry.
 *
 * @example
 * ```ts
 * if (error instanceof GatewayInternalError && error.outcome === 'unknown') console.log('look before it is repeated');
 * ```
 */
export class GatewayInternalError extends GatewayError {
  declare readonly code: 'GATEWAY_INTERNAL';
}
