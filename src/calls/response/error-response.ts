import { isSmsServiceError } from '../../errors/errors.js';
import { retryAfterMs } from '../../http-message/retry-after.js';

const STATUS: unique symbol = Symbol('HTTP status');

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Notes in an error from which response it was made: its status, and the pause that it asks for. */
export function setResponse(error: unknown, { status, headers }: ResponseHead): unknown {
  if (!isSmsServiceError(error)) return error;
  Object.defineProperty(error, STATUS, { value: status, configurable: true });
  const asked = retryAfterMs(headers['retry-after']);
  if (asked !== undefined && 'retryAfterMs' in error) {
    Object.defineProperty(error, 'retryAfterMs', { value: Math.max(asked, askedPauseMs(error)) });
  }
  return error;
}

/** Names the account in an error of one of its calls. */
export function labelled(error: unknown, label: string | undefined): unknown {
  if (label !== undefined && isSmsServiceError(error)) {
    Object.defineProperty(error, 'label', { value: label, enumerable: true, configurable: true });
  }
  return error;
}

/** The HTTP status of the response that an error was made from; `undefined` where there was none. */
export function statusOf(error: unknown): number | undefined {
  return isSmsServiceError(error) ? (error as { readonly [STATUS]?: number })[STATUS] : undefined;
}

/** Returns the pause that the gateway or a server before it has asked for, in milliseconds; 0 where none has. */
export function askedPauseMs(error: unknown): number {
  if (!isSmsServiceError(error) || !('retryAfterMs' in error)) return 0;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;
}
