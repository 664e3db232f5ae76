import { checkPositive, checkUrls } from '../../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../../options/table.js';
import { urlBelow } from '../../../transport/target.js';
import type { Routing, TransportRequest } from '../../../transport/transport.js';
import { isTooLate, withTimeLeft } from '../deadline.js';
import { errorOfCall, isAddressFailure, isOfNoAddress, mayRepeat, NO_FAILURE } from '../failed-attempt.js';
import type { Interceptor } from '../interceptor.js';
import { Addresses } from './addresses.js';

const OPTIONS = {
  /** The addresses of one and the same gateway, the preferred one first. */
  urls: required(checkUrls),
  /** The time for which an address that failed is left alone, in milliseconds. Default: 30,000. */
  cooldownMs: withDefault(30_000, checkPositive),
};

/** Options of {@link failover}. */
export interface FailoverOptions extends OptionsOf<typeof OPTIONS> {}

/** The most that connecting to an address may take while another one waits, in milliseconds. */
const MAX_CONNECT_MS = 3000;

/**
 * Makes the interceptor that sends a request to the first of several addresses that works: its `target` below that
 * address, whatever its own url is. An idempotent request goes on to the next address when nothing at the first one
 * answers as a gateway does; any other goes on only when no byte of it was sent.
 *
 * An address that failed is left alone for a while, and then tried again by one call, while the others use those that
 * work; while all of them rest, the one that has rested longest is tried. The time of a call is for all its addresses
 * together, and while another one waits, connecting to an address may take only its share of it, and three seconds.
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
  // Each address once.
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
        // Others may have found out while it waited.
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

/** The time that connecting may take where other addresses wait: an equal share for each of them. */
function connectTime({ timeoutMs }: TransportRequest, waiting: number): Pick<TransportRequest, 'connectTimeoutMs'> {
  if (waiting === 0) return {};
  const share = (timeoutMs ?? Number.POSITIVE_INFINITY) / (waiting + 1);
  return { connectTimeoutMs: Math.ceil(Math.min(MAX_CONNECT_MS, share)) };
}
