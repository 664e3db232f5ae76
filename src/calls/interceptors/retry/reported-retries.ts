import { isSmsServiceError } from '../../../errors/errors.js';
import { type CallReporter, ownerOf } from '../events.js';
import { outcomeOf } from '../failed-attempt.js';
import type { RetryInfo } from './retry.js';

/** Makes a listener that tells a reporter of retries. */
export function retryReport(reporter: CallReporter): (retry: RetryInfo) => void {
  return (retry) => {
    const { operation, attempt, delayMs, error } = retry;
    if (!reporter.isWanted) return;
    const code = isSmsServiceError(error) ? error.code : 'FOREIGN';
    reporter.report({ type: 'retry', operation, ...ownerOf(retry), attempt, delayMs, outcome: outcomeOf(error), code });
  };
}
