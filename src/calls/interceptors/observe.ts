import { readOptions } from '../../options/table.js';
import type { TransportRequest } from '../../transport/transport.js';
import { statusOf } from '../response/error-response.js';
import { failureOf } from '../telling/failure.js';
import {
  type CallReporter,
  callReporter,
  durationSince,
  OBSERVE_OPTIONS,
  type ObserveOptions,
  ownerOf,
  safeAddress,
} from './events.js';
import type { Attempt, AttemptResult, Interceptor } from './interceptor.js';

/**
 * Makes the interceptor that lets others see what becomes of each attempt: the channels `sms-service-client:request`,
 * `:response` and `:error` of `node:diagnostics_channel` always, a function and a logger where they are given.
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

/** The same with a reporter that tells other events, too. */
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

/** Tells of one attempt. */
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

  /** @param status - of the response, where one has come */
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
