import { checkPositive, checkUrls, urlBelow } from '../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../options/table.js';
import { isTooLate, withTimeLeft } from '../../transport/time-limits.js';
import type { Routing, TransportRequest } from '../../transport/transport.js';
import { errorOfCall, isAddressFailure, isOfNoAddress, mayRepeat, NO_FAILURE } from '../attempts/failed-attempt.js';
import type { Interceptor } from '../attempts/interceptor.js';

interface Failed {
  at: number;
  isProbed: boolean;
}

class Addresses {
  readonly #urls: readonly string[];
  readonly #cooldownMs: number;
  readonly #failed = new Map<string, Failed>();

  /** @param cooldownMs - how long an address that failed is left alone */
  constructor(urls: readonly string[], cooldownMs: number) {
    this.#urls = urls;
    this.#cooldownMs = cooldownMs;
  }

  get count(): number {
    return this.#urls.length;
  }

  /**
   * Returns the best address that was not tried: the first one without a known failure, or whose pause is over and that
   * no other request is testing; otherwise the one with the longest pause.
   */
  next(tried: readonly string[]): string | undefined {
    let rested: string | undefined;
    let since = Number.POSITIVE_INFINITY;
    for (const url of this.#urls) {
      if (tried.includes(url)) continue;
      const failed = this.#failed.get(url);
      if (failed === undefined) return url;
      if (!failed.isProbed && performance.now() - failed.at >= this.#cooldownMs) {
        failed.isProbed = true;
        return url;
      }
      if (failed.at < since) [rested, since] = [url, failed.at];
    }
    return rested;
  }

  isFailed(url: string): boolean {
    return this.#failed.has(url);
  }

  working(tried: readonly string[]): string | undefined {
    return this.#urls.find((url) => !tried.includes(url) && !this.#failed.has(url));
  }

  works(url: string): void {
    this.#failed.delete(url);
  }

  fails(url: string): void {
    this.#failed.set(url, { at: performance.now(), isProbed: false });
  }

  untried(url: string): void {
    const failed = this.#failed.get(url);
    if (failed !== undefined) failed.isProbed = false;
  }
}

const OPTIONS = {
  /** The addresses of one gateway, the preferred one first. */
  urls: required(checkUrls),
  /** The time for which a failed address is not used, in milliseconds. Default: 30,000. */
  cooldownMs: withDefault(30_000, checkPositive),
};

/** Options of {@link failover}. */
export interface FailoverOptions extends OptionsOf<typeof OPTIONS> {}

/** The most that connecting to an address may take while another one waits, in milliseconds. */
const MAX_CONNECT_MS = 3000;

/**
 * Creates the interceptor that sends the `target` of a request to the first of several addresses that works. If no
 * gateway responds there, an idempotent request is sent to the next address, any other request only if no byte of it
 * was sent.
 *
 * A failed address is not used for `cooldownMs`; then one call tries it. If all addresses have failed, the one that
 * failed first is tried. `timeoutMs` limits all addresses together; while others remain, connecting to an address may
 * take its share of that time, and at most three seconds.
 *
 * @throws ValidationError when an option is not usable
 *
 * @example
 * ```ts
 * import { SmsServiceStub } from 'sms-service-client/stub';
 *
 * const urls = ['https://one.example/soap', 'https://two.example/soap'];
 * const stub = new SmsServiceStub({ transport, url: urls[0] ?? url, interceptors: [failover({ urls })] });
 * ```
 */
export function failover(options: FailoverOptions): Interceptor {
  const { urls, cooldownMs } = readOptions(options, OPTIONS);
  const addresses = new Addresses([...new Set(urls)], cooldownMs);
  return (next) => async (request) => {
    const start = performance.now();
    const tried: string[] = [];
    let failure: unknown = NO_FAILURE;
    for (let address = addresses.next(tried); address !== undefined; address = addresses.next(tried)) {
      const sent = tried.length === 0 ? request : withTimeLeft(request, start);
      tried.push(address);
      const isKnownToFail = addresses.isFailed(address);
      const to = (now: TransportRequest, at: string): TransportRequest => ({
        ...now,
        url: urlBelow(at, request.target ?? ''),
        ...connectTime(now, addresses.count - tried.length),
      });
      const routing: Routing = {
        // The address may have failed during the wait.
        afterWaiting: (now) => {
          if (isKnownToFail || address === undefined || !addresses.isFailed(address)) return now;
          const better = addresses.working(tried);
          if (better === undefined) return now;
          tried.push(better);
          address = better;
          return to(now, better);
        },
        failed: (error) => {
          if (address !== undefined && isAddressFailure(error)) addresses.fails(address);
        },
      };
      try {
        const decoded = await next({ ...to(sent, address), routing });
        addresses.works(address);
        return decoded;
      } catch (error) {
        failure = errorOfCall(failure, error);
        if (!isAddressFailure(error)) {
          if (isOfNoAddress(error)) addresses.untried(address);
          else addresses.works(address);
          throw failure;
        }
        addresses.fails(address);
        if (isTooLate(request, start) || !mayRepeat(error, request)) throw failure;
      }
    }
    throw failure;
  };
}

function connectTime({ timeoutMs }: TransportRequest, waiting: number): Pick<TransportRequest, 'connectTimeoutMs'> {
  if (waiting === 0) return {};
  const share = (timeoutMs ?? Number.POSITIVE_INFINITY) / (waiting + 1);
  return { connectTimeoutMs: Math.ceil(Math.min(MAX_CONNECT_MS, share)) };
}
