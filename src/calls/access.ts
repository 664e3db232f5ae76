import { httpTransport } from '../transport/http/http.js';
import type { Transport } from '../transport/transport.js';
import type { OwnCallsValues, WayValues } from './call-options.js';
import { type CallReporter, callReporter } from './interceptors/events.js';
import { failover } from './interceptors/failover/failover.js';
import type { Interceptor } from './interceptors/interceptor.js';
import { Limiter } from './interceptors/limit/rate-limit.js';
import { observeBy } from './interceptors/observe.js';
import { retryReport } from './interceptors/retry/reported-retries.js';
import { retryUntil } from './interceptors/retry/retry.js';
import { type CloseOptions, Lifetime, type Load } from './lifetime.js';

/** What the calls of accounts of the same options go through, but for what each has of its own. */
export interface CallsInterceptors {
  readonly reporter: CallReporter;
  readonly retry: Interceptor | undefined;
  readonly observe: Interceptor;
}

/** Makes them. @param closing - ends the pauses of retries; those of a request end with its own signal, too */
export function callsInterceptors(
  { retry, onEvent, logger }: OwnCallsValues,
  closing: AbortSignal | undefined,
): CallsInterceptors {
  const reporter = callReporter({ onEvent, logger });
  return {
    reporter,
    retry: retry && retryUntil(closing, retry, retryReport(reporter)),
    observe: observeBy(reporter),
  };
}

/** How calls reach a gateway: its addresses and what is known of them, sockets, and the limits of all who share it. */
export class GatewayAccess {
  /** The preferred address. */
  readonly url: string;
  readonly hasOneAddress: boolean;
  readonly transport: Transport;
  /** True where calls go through a transport or interceptors that are not closed with their client. */
  readonly isBorrowed: boolean;
  /** Those of the caller, which stand around every call. */
  readonly interceptors: readonly Interceptor[];
  readonly failover: Interceptor | undefined;
  /** Of all who share it. */
  readonly limiter: Limiter | undefined;
  /** Of all who share it. */
  readonly lifetime: Lifetime | undefined;
  readonly #isOwnTransport: boolean;
  readonly #interceptors = new WeakMap<OwnCallsValues, CallsInterceptors>();

  /** @param isShared - whether several clients have it, none of which closes it */
  constructor({ url, transport, interceptors, maxConcurrency, maxPerSecond }: WayValues, isShared: boolean) {
    this.url = url[0];
    this.hasOneAddress = url.length === 1;
    this.#isOwnTransport = transport === undefined;
    this.transport = transport ?? httpTransport({ maxSockets: maxConcurrency });
    this.isBorrowed = isShared || transport !== undefined || interceptors.length > 0;
    this.interceptors = interceptors;
    this.failover = this.hasOneAddress ? undefined : failover({ urls: url });
    if (!isShared) return;
    this.lifetime = new Lifetime();
    this.limiter = new Limiter(this.lifetime.ending, { maxConcurrency, maxPerSecond, adaptiveLimit: false });
  }

  /** Those of the accounts with these options, made once. */
  sharedInterceptors(options: OwnCallsValues): CallsInterceptors {
    let made = this.#interceptors.get(options);
    if (made === undefined) {
      made = callsInterceptors(options, undefined);
      this.#interceptors.set(options, made);
    }
    return made;
  }

  /** The work of all who share it. */
  get load(): Load {
    return this.lifetime?.load ?? { calls: 0, waiting: 0 };
  }

  /** Waits for the calls of all who share it, or ends them, and closes its connections. */
  async close(options: CloseOptions): Promise<void> {
    await this.lifetime?.close(options);
    if (this.#isOwnTransport) await this.transport.close?.();
  }
}
