import { isSmsServiceError } from '../../../errors/errors.js';
import type { CallReporter } from '../events.js';
import { outcomeOf } from '../failed-attempt.js';
import type { RetryInfo } from './retry.js';

/** Makes a listener that tells a reporter of retries. */
export function retryReport(reporter: CallReporter): (retry: RetryInfo) => void {
  return ({ operation, callId, attempt, delayMs, error }) => {
    if (!reporter.isWanted) return;
    const code = isSmsServiceError(error) ? error.code : 'FOREIGN';
    const call = callId === undefined ? {} : { callId };
    reporter.report({ type: 'retry', operation, ...call, attempt, delayMs, outcome: outcomeOf(error), code });
  };
}
