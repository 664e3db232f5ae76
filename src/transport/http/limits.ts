import { checkPositive } from '../../options/check.js';
import { timerMs } from '../wait.js';

/** What limits every call of a transport. */
export interface CallLimits {
  /** Time for a whole call, in milliseconds; a request may have its own. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxStreamBytes: number;
}

/**
 * Checks the limits among the options of a transport and fills in the defaults.
 *
 * @throws ValidationError when one is not usable
 */
export function callLimits({
  timeoutMs = 60_000,
  maxResponseBytes = 64 * 1024 * 1024,
  maxStreamBytes = Number.POSITIVE_INFINITY,
}: { readonly [K in keyof CallLimits]?: CallLimits[K] | undefined }): CallLimits {
  return {
    timeoutMs: timerMs(checkPositive(timeoutMs, 'timeoutMs')),
    maxResponseBytes: checkPositive(maxResponseBytes, 'maxResponseBytes'),
    maxStreamBytes: checkPositive(maxStreamBytes, 'maxStreamBytes'),
  };
}
