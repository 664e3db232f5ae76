import { httpTransport } from '../transport/http/http.js';
import type { Transport } from '../transport/transport.js';
import { Call, type CalledOperation } from './call.js';
import { type CallOptions, type CallsValues, readCallOptions } from './call-options.js';
import { callReporter } from './interceptors/events.js';
import { failover } from './interceptors/failover/failover.js';
import type { Interceptor } from './interceptors/interceptor.js';
import { rateLimitUntil } from './interceptors/limit/rate-limit.js';
import { limitReport } from './interceptors/limit/reported-limits.js';
import { observeBy } from './interceptors/observe.js';
import { retryReport } from './interceptors/retry/reported-retries.js';
import { retryUntil } from './interceptors/retry/retry.js';
import { type CloseOptions, Lifetime } from './lifetime.js';
import { Pipeline } from './pipeline.js';

/**
 * The calls of a client, whatever it speaks: repeated where they may be, sent to the address that works, within the
 * limits, observed, and ended when the client is closed.
 */
export class Calls {
  /** The preferred address. */
  readonly url: string;
  readonly #transport: Transport;
  readonly #isOwnTransport: boolean;
  /** True where calls go through a transport or interceptors of the caller's, which are not closed with the client. */
  readonly #isBorrowed: boolean;
  readonly #pipeline: Pipeline;
  readonly #lifetime = new Lifetime();
  readonly #timeoutMs: number | undefined;
  #count = 0;

  /** @param options - as they were read by `CALLS_OPTIONS` */
  constructor(options: CallsValues) {
    const { url: urls, transport, interceptors, timeoutMs, retry, onEvent, logger, ...limits } = options;
    const { ending } = this.#lifetime;
    const reporter = callReporter({ onEvent, logger });
    this.url = urls[0];
    this.#timeoutMs = timeoutMs;
    this.#isOwnTransport = transport === undefined;
    this.#transport = transport ?? httpTransport({ maxSockets: limits.maxConcurrency });
    this.#isBorrowed = transport !== undefined || interceptors.length > 0;
    const all: (Interceptor | undefined)[] = [
      ...interceptors,
      retry && retryUntil(ending, retry, retryReport(reporter)),
      urls.length === 1 ? undefined : failover({ urls }),
      rateLimitUntil(ending, limits, { heedsPauses: urls.length === 1, report: limitReport(reporter) }),
      // Innermost, so that what is told of is what happens: a request that begins, and how long the gateway takes.
      observeBy(reporter),
    ];
    this.#pipeline = new Pipeline(
      this.#transport,
      all.filter((one) => one !== undefined),
    );
  }

  /** Aborted when what is still in flight is ended. */
  get ending(): AbortSignal {
    return this.#lifetime.ending;
  }

  /**
   * Makes a call: what `make` does to prepare its request, and waits for, is a part of it.
   *
   * @throws ConnectionError when the client is closed
   */
  async call<R>(operation: CalledOperation, options: CallOptions, make: (call: Call) => Promise<R>): Promise<R> {
    const call = this.#open(operation, options);
    try {
      return await make(call);
    } finally {
      this.#lifetime.end(call);
    }
  }

  /**
   * Makes a call whose response is read as it arrives, and gives out its items. Nothing happens before the first one is
   * asked for.
   *
   * @param make - gives the items in batches, as they have come
   */
  async *stream<R>(
    operation: CalledOperation,
    options: CallOptions,
    make: (call: Call) => Promise<AsyncIterable<readonly R[]>>,
  ): AsyncGenerator<R, void, undefined> {
    const { name } = operation;
    const call = this.#open(operation, options);
    try {
      // One generator hands out the single items: each further one around it would cost as much as reading them.
      for await (const batch of await make(call)) {
        for (const item of batch) {
          // Nothing is given out after the end, even if it has arrived already.
          this.#lifetime.check(name, call.signal);
          yield item;
        }
      }
      this.#lifetime.check(name, call.signal);
    } finally {
      this.#lifetime.end(call);
    }
  }

  /** Waits for what is in flight, or ends it; no further call begins. */
  async close(options: CloseOptions): Promise<void> {
    await this.#lifetime.close(options);
    if (this.#isOwnTransport) await this.#transport.close?.();
  }

  #open(operation: CalledOperation, options: CallOptions): Call {
    this.#lifetime.checkOpen(operation.name);
    const { signal, timeoutMs = this.#timeoutMs } = readCallOptions(options, operation.name);
    const closing = this.#isBorrowed ? this.ending : undefined;
    const call = new Call(this.#pipeline, this.url, operation, (this.#count += 1), signal, timeoutMs, closing);
    this.#lifetime.begin(call);
    return call;
  }
}
