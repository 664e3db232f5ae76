import { isSmsServiceError } from '../../../errors/errors.js';
import { askedPauseMs } from '../../response/error-response.js';

/** A sign, in a failed request, that the gateway takes no more for now. */
export interface Pressure {
  /** The limit that was passed; `undefined` where the gateway only asks for a pause. */
  readonly limit: 'rate' | 'concurrency' | undefined;
  /** The pause that it asks for, in milliseconds. */
  readonly pauseMs: number;
}

const TOO_MANY_REQUESTS = 429;

/** Reads from an error that the gateway takes no more, or asks for a pause; `undefined` where it says neither. */
export function pressureOf(error: unknown): Pressure | undefined {
  if (!isSmsServiceError(error)) return undefined;
  const pauseMs = askedPauseMs(error);
  if (error.code === 'RATE_LIMIT' && 'limit' in error) {
    const { limit } = error;
    // A limit of one number is none of the others.
    return limit === 'rate' || limit === 'concurrency' ? { limit, pauseMs } : undefined;
  }
  if (error.code !== 'HTTP_STATUS' || !('status' in error)) return undefined;
  if (error.status === TOO_MANY_REQUESTS) return { limit: 'rate', pauseMs };
  return pauseMs === 0 ? undefined : { limit: undefined, pauseMs };
}
