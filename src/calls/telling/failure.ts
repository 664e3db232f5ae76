import { isSmsServiceError, type Outcome } from '../../errors/errors.js';

/** The facts of a failure that may be told: no word of its message. */
export interface Failure {
  /** The effect that it may have had at the gateway. */
  readonly outcome: Outcome;
  /** The `code` of the error; `FOREIGN` for one that is not of this library. */
  readonly code: string;
  /** The gateway's code, where it was one. */
  readonly result?: number;
}

/** Reads the facts of a failure from what was thrown. */
export function failureOf(error: unknown): Failure {
  if (!isSmsServiceError(error)) return { outcome: 'unknown', code: 'FOREIGN' };
  const { outcome, code } = error;
  return 'result' in error && typeof error.result === 'number'
    ? { outcome, code, result: error.result }
    : { outcome, code };
}
