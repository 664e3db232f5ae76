import { isSmsServiceError, ValidationError } from '../errors/errors.js';
import { checkCount, checkFunction } from '../errors/options.js';
import { checkedUrl } from '../soap/caller.js';
import { httpTransport } from '../transport/http/http.js';
import type { Transport } from '../transport/transport.js';
import { Reporter } from '../transport/wrappers/events.js';
import { outcomeOf } from '../transport/wrappers/failed-attempt.js';
import { failoverTransport } from '../transport/wrappers/failover.js';
import { callHook } from '../transport/wrappers/hook.js';
import { reportingTransport } from '../transport/wrappers/observe.js';
import { paceTransport } from '../transport/wrappers/pace.js';
import { type RetryOptions, retryTransport } from '../transport/wrappers/retry.js';
import { lentTransport } from './lent-transport.js';
import type { SmsServiceClientOptions } from './types.js';

/** What waits costs less in here than as a request of `node:http` that waits for a connection. */
const DEFAULT_MAX_CONCURRENCY = 32;

/** The way to the gateway, and the address of its requests. */
export interface Way {
  readonly transport: Transport;
  readonly url: string;
}

/**
 * Lays the wrappers around the transport: a call is retried, each attempt goes to one address after the other, each of
 * these waits for its turn, and is observed then.
 *
 * @throws ValidationError when an option is not usable
 */
export function layers(options: SmsServiceClientOptions): Way {
  const urls = checkedUrls(options.url);
  const [url = ''] = urls;
  const { maxConcurrency = DEFAULT_MAX_CONCURRENCY, maxPerSecond, onEvent, logger, retry = {} } = options;
  const reporter = new Reporter({ onEvent, logger });

  checkCount('maxConcurrency', maxConcurrency);
  const { transport } = options;
  const carrier = transport === undefined ? httpTransport({ maxSockets: maxConcurrency }) : lentTransport(transport);
  // Inside the queue, so that what is told of is what happens: a request that begins, and how long the gateway takes.
  const observed = reportingTransport(carrier, reporter);
  const paced = paceTransport(observed, { maxConcurrency, maxPerSecond });
  const placed = urls.length === 1 ? paced : failoverTransport(paced, { urls });
  if (retry === false) return { transport: placed, url };
  return { transport: retryTransport(placed, reported(retry === true ? {} : retry, reporter)), url };
}

/** The options of retries, with the reporter told of them as well. */
function reported(options: RetryOptions, reporter: Reporter): RetryOptions {
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

function checkedUrls(url: string | readonly string[]): readonly string[] {
  if (!Array.isArray(url)) return [checkedUrl(url as string)];
  if (url.length === 0) throw new ValidationError('url', 'is an empty list');
  return Array.from(url as readonly string[], (one, index) => checkedUrl(one, `url[${index}]`));
}
