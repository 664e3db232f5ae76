import { TimerForEach } from '../deadlines.js';
import { Exchanges } from '../http/exchange.js';
import type { Transport } from '../transport.js';
import { hearFailures } from './failure.js';
import { FetchExchange } from './fetch-exchange.js';
import { type FetchTransportOptions, fetchSettings } from './fetch-options.js';

/**
 * Makes the transport over the Fetch API, for runtimes without `node:http`. Where that is there, `httpTransport` tells
 * and can do more: certificates, proxies and connections are here what the runtime makes of them.
 *
 * Redirects are not followed. The coding of a response is undone by `fetch`; `maxResponseBytes` and `maxStreamBytes`
 * count what it gives. Closing the transport ends the calls that are in flight.
 *
 * What `fetch` does not tell cannot be told here:
 *
 * - From the moment in which `fetch` is called, the outcome of what fails is `unknown`. It is `not-sent` where the
 *   `fetch` of Node.js says that there was no connection (refused, unknown host, TLS), or refused the request; and
 *   where the body of the request fails before its first byte. A call that ends while it waits for a connection is
 *   `unknown`, too.
 * - The time to connect is that of the runtime: `connectTimeoutMs` of a request is not looked at.
 * - The connection is not seen. A response that was left on a kept connection, or came twice, is believed, and so is
 *   one that began before the request was written: `certainty` is missing.
 * - A GET has no body, and is refused with one. Of a stream, the `fetch` of Node.js sends the length that it has;
 *   others may send it in chunks.
 * - A coding that `fetch` does not know stays as it is; a compressed body that was cut may count as whole.
 *
 * @throws ValidationError when an option is not usable, or the runtime has no `fetch` and none is given
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * const client = new SmsServiceClient({ url, credentials, transport: fetchTransport({ timeoutMs: 10_000 }) });
 * ```
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const settings = fetchSettings(options);
  const exchanges = new Exchanges(settings, new TimerForEach());
  hearFailures();
  return {
    send: (request) => exchanges.send(request, FetchExchange, (exchange) => exchange.start(settings)),
    close: async () => exchanges.close(),
  };
}
