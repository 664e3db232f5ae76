import { isSmsServiceError } from '../../../errors/errors.js';
import { askedPauseMs } from '../../response/error-response.js';

/** What a failed request says about how much the gateway takes. */
export interface Pressure {
  /** What there was too much of; `undefined` where the gateway asks for a pause and no more. */
  readonly limit: 'rate' | 'concurrency' | undefined;
  /** The pause that it asks for, in milliseconds. */
  readonly pauseMs: number;
}

const TOO_MANY_REQUESTS = 429;

/** What an error says about how much the gateway takes; `undefined` where that is nothing. */
export function pressureOf(error: unknown): Pressure | undefined {
  if (!isSmsServiceError(error)) return undefined;
  const pauseMs = askedPauseMs(error);
  if (error.code === 'RATE_LIMIT' && 'limit' in error) {
    const { limit } = error;
    // What is too much for one number is not too much for the others.
    return limit === 'rate' || limit === 'concurrency' ? { limit, pauseMs } : undefined;
  }
  if (error.code !== 'HTTP_STATUS' || !('status' in error)) return undefined;
  if (error.status === TOO_MANY_REQUESTS) return { limit: 'rate', pauseMs };
  return pauseMs === 0 ? undefined : { limit: undefined, pauseMs };
}
