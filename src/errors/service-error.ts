import { inspect } from 'node:util';
import { redactNumbers } from '../redact/redact.js';

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

/** The values of {@link GatewayError.code}. `GATEWAY` is used for all codes without an own class. */
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

/** Fields of all errors of this library. */
export interface ErrorContext {
  /** The operation: `soap_SendSms` for SOAP, `sms.do` for HTTP. Absent if there was no call. */
  readonly operation?: string | undefined;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

const BRAND: symbol = Symbol.for('sms-service-client.error');

export function hasBrand(value: unknown): value is SmsServiceError {
  try {
    return typeof value === 'object' && value !== null && BRAND in value;
  } catch {
    // Anything can be thrown, also a proxy that has been revoked.
    return false;
  }
}

/**
 * The base class of all errors of this library.
 *
 * Section numbers in this documentation refer to the specification of the gateway interface.
 *
 * The message, `toJSON()` and the output of `util.inspect` contain no credential, message text or full telephone
 * number.
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
  /** True if the same call can be repeated: it was not executed, and may succeed later. */
  readonly retryable: boolean;
  /** The operation: `soap_SendSms` for SOAP, `sms.do` for HTTP. `undefined` if there was no call. */
  readonly operation: string | undefined;
  /** The label of the client, if it has one. */
  declare readonly label?: string;
  /**
   * For a send over HTTP with outcome `unknown`: the idx of each message, in the order of the recipients. Delivery
   * reports contain the idx. Not in `toJSON()` and logs.
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
    // The first stack began with the name `Error`.
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
    return hasBrand(cause) ? cause.toJSON() : foreignSummary(cause);
  } catch {
    return typeof cause;
  }
}

function foreignSummary(cause: unknown): Record<string, unknown> | string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  // Only messages of the operating system are known to be harmless. Other messages may quote private data.
  const message = 'syscall' in cause ? { message: redactNumbers(cause.message) } : {};
  return { name: cause.name, ...code, ...message };
}

interface Showable extends Error {
  toJSON(): Record<string, unknown>;
}

export function showAsData(prototype: Showable): void {
  Object.defineProperty(prototype, inspect.custom, {
    value(this: Showable, _depth: number, options: object, print: typeof inspect): string {
      const { name: _name, message: _message, ...data } = this.toJSON();
      return `${this.stack ?? this.message} ${print(data, options)}`;
    },
  });
}

export function systemCode(error: unknown): string | undefined {
  // Does not use `instanceof`: jest runs tests in a context with other classes.
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
