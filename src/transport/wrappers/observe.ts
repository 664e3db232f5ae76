import { isSmsServiceError } from '../../errors/errors.js';
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '../transport.js';
import { type ObserveOptions, Reporter, shownAddress } from './events.js';
import { outcomeOf } from './failed-attempt.js';

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
  let response: TransportResponse | undefined;
  try {
    response = await transport.send(request);
    if (request.judge === undefined) return { ...response, body: attempt.watch(response) };
    response = await request.judge(response);
    const { status, body } = response;
    attempt.succeeded(status, body instanceof Uint8Array ? body.length : 0);
    return response;
  } catch (error) {
    attempt.failed(error, response?.status);
    throw error;
  }
}

/** Tells of one attempt. */
class Attempt {
  readonly #reporter: Reporter;
  readonly #facts: {
    readonly operation: string;
    readonly address: string;
    readonly attempt: number;
    readonly requestBytes: number;
  };
  readonly #start = performance.now();

  constructor({ operation, url, attempt = 1, body }: TransportRequest, reporter: Reporter) {
    this.#reporter = reporter;
    this.#facts = { operation, address: shownAddress(url), attempt, requestBytes: body.length };
    reporter.report({ type: 'request', ...this.#facts });
  }

  succeeded(status: number, responseBytes: number): void {
    this.#reporter.report({ type: 'response', ...this.#facts, responseBytes, status, durationMs: this.#duration() });
  }

  failed(error: unknown, status: number | undefined): void {
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

  /** A body that is read as it arrives: the attempt is over when its reader is done with it. */
  watch({ status, body }: TransportResponse): TransportBody {
    if (body instanceof Uint8Array) {
      this.succeeded(status, body.length);
      return body;
    }
    const pieces = this.#counted(status, body);
    return { [Symbol.asyncIterator]: () => pieces };
  }

  async *#counted(status: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    let bytes = 0;
    let failure: unknown;
    try {
      for await (const piece of body) {
        bytes += piece.length;
        yield piece;
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      if (failure === undefined) this.succeeded(status, bytes);
      else this.failed(failure, status);
    }
  }

  #duration(): number {
    return Math.round((performance.now() - this.#start) * 100) / 100;
  }
}
