import { isSmsServiceError } from '../../errors/errors.js';
import { checkFunction } from '../../errors/options.js';
import type { Reporter } from './events.js';
import { outcomeOf } from './failed-attempt.js';
import { callHook } from './hook.js';
import type { RetryOptions } from './retry.js';

/** The options of retries, with a reporter told of them as well. */
export function reportedRetries(options: RetryOptions, reporter: Reporter): RetryOptions {
  const onRetry = checkFunction('retry.onRetry', options.onRetry);
  return {
    ...options,
    onRetry: (retry) => {
      callHook(onRetry, retry);
      if (!reporter.isWanted) return;
      const { operation, callId, attempt, delayMs, error } = retry;
      const code = isSmsServiceError(error) ? error.code : 'FOREIGN';
      const call = callId === undefined ? {} : { callId };
      reporter.report({ type: 'retry', operation, ...call, attempt, delayMs, outcome: outcomeOf(error), code });
    },
  };
}
