import { isSmsServiceError } from '../../errors/errors.js';
import { retryAfterMs } from '../../http-message/retry-after.js';

const STATUS: unique symbol = Symbol('HTTP status');

/** What is looked at of a response. */
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

/** The HTTP status of the response that an error was made from; `undefined` where there was none. */
export function statusOf(error: unknown): number | undefined {
  return isSmsServiceError(error) ? (error as { readonly [STATUS]?: number })[STATUS] : undefined;
}

/** How long to wait before trying again, as the gateway or something before it has asked; 0 where nobody has. */
export function askedPauseMs(error: unknown): number {
  if (!isSmsServiceError(error) || !('retryAfterMs' in error)) return 0;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;
}
