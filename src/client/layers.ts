import { isSmsServiceError, ValidationError } from '../errors/errors.js';
import { checkedUrl } from '../soap/caller.js';
import { httpTransport } from '../transport/http.js';
import type { Transport } from '../transport/transport.js';
import { Reporter } from '../transport/wrappers/events.js';
import { outcomeOf } from '../transport/wrappers/failed-attempt.js';
import { failoverTransport } from '../transport/wrappers/failover.js';
import { callHook } from '../transport/wrappers/hook.js';
import { reportingTransport } from '../transport/wrappers/observe.js';
import { paceTransport } from '../transport/wrappers/pace.js';
import { type RetryOptions, retryTransport } from '../transport/wrappers/retry.js';
import { lentTransport } from './lifetime.js';
import type { SmsServiceClientOptions } from './types.js';

/** As many as `httpTransport` has connections: what waits costs less without a request of `node:http`. */
const DEFAULT_MAX_CONCURRENCY = 32;

/** The way to the gateway, and the address of its requests. */
export interface Way {
  readonly transport: Transport;
  readonly url: string;
}

/**
 * Lays the wrappers around the transport: a call is retried, each attempt goes to one address after the other, each
 * of these is observed, and waits for its turn.
 *
 * @throws ValidationError when an option is not usable
 */
export function layers(options: SmsServiceClientOptions): Way {
  const urls = checkedUrls(options.url);
  const [url = ''] = urls;
  const { maxConcurrency = DEFAULT_MAX_CONCURRENCY, maxPerSecond, onEvent, logger, retry = {} } = options;
  const reporter = new Reporter({ onEvent, logger });

  const carrier = options.transport === undefined ? httpTransport() : lentTransport(options.transport);
  const paced = paceTransport(carrier, { maxConcurrency, maxPerSecond });
  const observed = reportingTransport(paced, reporter);
  const placed = urls.length === 1 ? observed : failoverTransport(observed, { urls });
  if (retry === false) return { transport: placed, url };
  return { transport: retryTransport(placed, reported(retry === true ? {} : retry, reporter)), url };
}

/** The options of retries, with the reporter told of them as well. */
function reported(options: RetryOptions, reporter: Reporter): RetryOptions {
  return {
    ...options,
    onRetry: (retry) => {
      callHook(options.onRetry, retry);
      if (!reporter.isWanted) return;
      const { operation, attempt, delayMs, error } = retry;
      const code = isSmsServiceError(error) ? error.code : 'FOREIGN';
      reporter.report({ type: 'retry', operation, attempt, delayMs, outcome: outcomeOf(error), code });
    },
  };
}

function checkedUrls(url: string | readonly string[]): readonly string[] {
  if (!Array.isArray(url)) return [checkedUrl(url as string)];
  if (url.length === 0) throw new ValidationError('url', 'is an empty list');
  return url.map((one: string, index) => checkedUrl(one, `url[${index}]`));
}
