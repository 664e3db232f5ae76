import { redactNumbers } from '../redact/redact.js';
import { showAsData } from './service-error.js';

/** Every value that {@link IncomingError.code} can have. */
export type IncomingErrorCode = 'CALLBACK' | 'CALLBACK_STORE' | 'MAIL_REPORT';

/**
 * The base class of errors of incoming data: callbacks and reports by mail. It has no `outcome`, because no call of
 * this library caused it.
 *
 * The message, `toJSON()` and the output of `util.inspect` contain no secret, message text or full telephone number.
 *
 * @example
 * ```ts
 * if (error instanceof IncomingError) console.log(error.code, error.message);
 * ```
 */
export abstract class IncomingError extends Error {
  static {
    showAsData(this.prototype);
  }

  /** The kind of error, for programs: one of a closed set. */
  readonly code: IncomingErrorCode;

  /** @internal */
  constructor(message: string, code: IncomingErrorCode, cause?: unknown) {
    super(redactNumbers(message), cause === undefined ? undefined : { cause });
    this.code = code;
    Object.defineProperty(this, 'name', { value: new.target.name, configurable: true, writable: true });
    // The first stack began with the name `Error`.
    Error.captureStackTrace(this, new.target);
  }

  /**
   * The error as plain data for a log, without its stack and its cause.
   *
   * @example
   * ```ts
   * if (error instanceof IncomingError) console.log(JSON.stringify(error));
   * ```
   */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/**
 * A request that is no callback of section 6 of the specification, or one that does not fit it: counts of values that
 * differ, an id that is too long, a date that is none. Sent again, it will not fit either.
 *
 * @example
 * ```ts
 * if (error instanceof CallbackError) console.log(`${error.kind ?? 'unknown'}: ${error.field} does not fit`);
 * ```
 */
export class CallbackError extends IncomingError {
  declare readonly code: 'CALLBACK';
  /**
   * The name of the field as it was sent, with an index if it has several values: `donedate[2]`. Empty for the request
   * as a whole.
   */
  readonly field: string;
  /** The kind of callback, if it is known: `sms-report`. */
  readonly kind: string | undefined;

  constructor(field: string, reason: string, kind?: string, cause?: unknown) {
    const where = [kind, field].filter((part) => part !== undefined && part !== '').join(': ');
    super(where === '' ? reason : `${where}: ${reason}`, 'CALLBACK', cause);
    // Anybody can send a field whose name is a telephone number.
    this.field = redactNumbers(field);
    this.kind = kind;
  }
}

/**
 * A store of callbacks could not do its part: its server was not reached, its tables are missing, or the program has
 * ended the transaction that it was given. The event counts as not handled, and its callback comes again.
 *
 * `cause` is the error of the driver; it is not in `toJSON()`.
 *
 * @example
 * ```ts
 * if (error instanceof StoreError) console.log(error.message, error.cause);
 * ```
 */
export class StoreError extends IncomingError {
  declare readonly code: 'CALLBACK_STORE';
  constructor(reason: string, cause?: unknown) {
    super(reason, 'CALLBACK_STORE', cause);
  }
}

/**
 * A text that is no report by mail (section 4.9 of the specification).
 *
 * @example
 * ```ts
 * if (error instanceof MailReportError) console.log(`line ${error.line} is no report`);
 * ```
 */
export class MailReportError extends IncomingError {
  declare readonly code: 'MAIL_REPORT';
  /** The line that does not fit, from 1 on. */
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`, 'MAIL_REPORT');
    this.line = line;
  }
}
