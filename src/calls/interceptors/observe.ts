import { isSmsServiceError } from '../../errors/errors.js';
import { readOptions } from '../../options/table.js';
import type { TransportRequest } from '../../transport/transport.js';
import {
  type CallReporter,
  callReporter,
  durationSince,
  OBSERVE_OPTIONS,
  type ObserveOptions,
  ownerOf,
  safeAddress,
} from '../events/events.js';
import { failureOf } from '../events/reporter.js';
import { statusOf } from '../response/error-response.js';
import { NO_FAILURE, outcomeOf } from './failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from './interceptor.js';
import type { FoundLimits } from './rate-limit.js';
import type { FailedAttempt } from './retry.js';

/**
 * Creates the interceptor that sends an event for each attempt and its result to a function or a logger.
 *
 * @throws ValidationError when an option is not usable
 *
 * @example
 * ```ts
 * import { SmsServiceStub } from 'sms-service-client/stub';
 *
 * const stub = new SmsServiceStub({ transport, url, interceptors: [observe({ logger: console })] });
 * ```
 */
export function observe(options: ObserveOptions = {}): Interceptor {
  return observeBy(callReporter(readOptions(options, OBSERVE_OPTIONS)));
}

export function observeBy(reporter: CallReporter): Interceptor {
  return (next) => (request) => (reporter.isWanted ? observed(next, request, reporter) : next(request));
}

async function observed<R>(
  next: Attempt<R>,
  request: TransportRequest,
  reporter: CallReporter,
): Promise<AttemptResult<R>> {
  const attempt = new ObservedAttempt(request, reporter);
  try {
    const decoded = await next(request);
    if (decoded.over === undefined) attempt.succeeded(decoded);
    else {
      // One that is read as it arrives: the attempt is over when its reader is done with it.
      void decoded.over.then((failure) => {
        if (failure === undefined) attempt.succeeded(decoded);
        else attempt.failed(failure.error, decoded.status);
      });
    }
    return decoded;
  } catch (error) {
    attempt.failed(error, statusOf(error));
    throw error;
  }
}

class ObservedAttempt {
  readonly #reporter: CallReporter;
  readonly #facts: {
    readonly operation: string;
    readonly callId?: number;
    readonly label?: string;
    readonly address: string;
    readonly attempt: number;
    readonly requestBytes: number;
  };
  readonly #start = performance.now();

  constructor(request: TransportRequest, reporter: CallReporter) {
    const { operation, url, attempt = 1, body } = request;
    this.#reporter = reporter;
    this.#facts = {
      operation,
      ...ownerOf(request),
      attempt,
      address: safeAddress(url),
      requestBytes: body?.length ?? 0,
    };
    reporter.report({ type: 'request', ...this.#facts });
  }

  succeeded({ status, bytes: responseBytes }: AttemptResult<unknown>): void {
    this.#reporter.report({
      type: 'response',
      ...this.#facts,
      responseBytes,
      status,
      durationMs: durationSince(this.#start),
    });
  }

  /** @param status - of the response, if there was one */
  failed(error: unknown, status: number | undefined): void {
    const { outcome, code, result } = failureOf(error);
    this.#reporter.report({
      type: 'error',
      ...this.#facts,
      durationMs: durationSince(this.#start),
      outcome,
      code,
      ...(result === undefined ? {} : { result }),
      ...(status === undefined ? {} : { status }),
    });
  }
}

interface ReportedCall {
  readonly operation: { readonly name: string };
  readonly id: number;
  readonly count: { readonly attempts: number };
}

/** Starts measuring a call, if anything subscribes to events. @returns reports its end, called with its error */
export function doneReport(
  reporter: CallReporter | undefined,
  { operation: { name: operation }, id: callId, count }: ReportedCall,
  label: string | undefined,
): ((failure: unknown) => void) | undefined {
  if (reporter === undefined || !reporter.isWanted) return undefined;
  const start = performance.now();
  return (failure) =>
    reporter.report({
      type: 'done',
      operation,
      ...ownerOf({ callId, label }),
      attempts: count.attempts,
      durationMs: durationSince(start),
      ...(failure === NO_FAILURE ? { outcome: 'ok' } : failureOf(failure)),
    });
}

export function retryReport(reporter: CallReporter): (retry: FailedAttempt) => void {
  return (retry) => {
    const { operation, attempt, delayMs, error } = retry;
    if (!reporter.isWanted) return;
    const code = isSmsServiceError(error) ? error.code : 'FOREIGN';
    reporter.report({ type: 'retry', operation, ...ownerOf(retry), attempt, delayMs, outcome: outcomeOf(error), code });
  };
}

export function limitReport(reporter: CallReporter): (request: TransportRequest, limits: FoundLimits) => void {
  return (request, { maxPerSecond, maxConcurrency }) => {
    if (!reporter.isWanted) return;
    reporter.report({
      type: 'limit',
      operation: request.operation,
      ...ownerOf(request),
      attempt: request.attempt ?? 1,
      ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    });
  };
}
