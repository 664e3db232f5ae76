import { isSmsServiceError } from '../../errors/errors.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport.js';
import { type ObserveOptions, Reporter, shownAddress } from './events.js';
import { outcomeOf } from './failed-attempt.js';
import { isArriving, watchedBody } from './watched-body.js';

/**
 * Wraps a transport so that others see what it does: the channels `sms-service-client:request`, `:response` and `:error`
 * of `node:diagnostics_channel` always, a function and a logger where they are given.
 *
 * @param transport - what carries the requests; it is closed with the wrapper
 */
export function observeTransport(transport: Transport, options: ObserveOptions = {}): Transport {
  return reportingTransport(transport, new Reporter(options));
}

/** The same with a reporter that tells other events, too. */
export function reportingTransport(transport: Transport, reporter: Reporter): Transport {
  return {
    send: (request) => (reporter.isWanted ? observed(transport, request, reporter) : transport.send(request)),
    close: async () => transport.close?.(),
  };
}

async function observed(
  transport: Transport,
  request: TransportRequest,
  reporter: Reporter,
): Promise<TransportResponse> {
  const attempt = new Attempt(request, reporter);
  const { judge } = request;
  try {
    if (judge === undefined) return attempt.watch(await transport.send(request));
    // Its status is wanted also where a wrapper inside judges it and throws.
    const look = (response: TransportResponse): TransportResponse | Promise<TransportResponse> => {
      attempt.status = response?.status;
      return judge(response);
    };
    const response = await look(await transport.send({ ...request, judge: look }));
    return attempt.watch(response);
  } catch (error) {
    attempt.failed(error);
    throw error;
  }
}

/** Tells of one attempt. */
class Attempt {
  /** The HTTP status, when an answer has come. */
  status: number | undefined;
  readonly #reporter: Reporter;
  readonly #facts: {
    readonly operation: string;
    readonly callId?: number;
    readonly address: string;
    readonly attempt: number;
    readonly requestBytes: number;
  };
  readonly #start = performance.now();

  constructor({ operation, url, callId, attempt = 1, body }: TransportRequest, reporter: Reporter) {
    this.#reporter = reporter;
    const call = callId === undefined ? {} : { callId };
    this.#facts = { operation, ...call, attempt, address: shownAddress(url), requestBytes: body.length };
    reporter.report({ type: 'request', ...this.#facts });
  }

  succeeded(responseBytes: number): void {
    const { status = 0 } = this;
    this.#reporter.report({ type: 'response', ...this.#facts, responseBytes, status, durationMs: this.#duration() });
  }

  failed(error: unknown): void {
    const { status } = this;
    const { code, result } = isSmsServiceError(error)
      ? { code: error.code, result: 'result' in error ? (error.result as number) : undefined }
      : { code: 'FOREIGN', result: undefined };
    this.#reporter.report({
      type: 'error',
      ...this.#facts,
      durationMs: this.#duration(),
      outcome: outcomeOf(error),
      code,
      ...(result === undefined ? {} : { result }),
      ...(status === undefined ? {} : { status }),
    });
  }

  /** An answer that is read as it arrives: the attempt is over when its reader is done with it. */
  watch(response: TransportResponse): TransportResponse {
    this.status = response?.status;
    const body: unknown = response?.body;
    if (!isArriving(body)) {
      // What is no answer at all is left for others to complain about.
      if (body instanceof Uint8Array) this.succeeded(body.length);
      return response;
    }
    let size = 0;
    const over = (failure?: { readonly error: unknown }): void => {
      if (failure === undefined) this.succeeded(size);
      else this.failed(failure.error);
    };
    return { ...response, body: watchedBody(body, { read: (bytes) => (size += bytes), over }) };
  }

  #duration(): number {
    return Math.round((performance.now() - this.#start) * 100) / 100;
  }
}
