import type { Transport } from '../transport.js';
import { type HttpTransportOptions, httpSettings } from './http-options.js';
import { nodeTransport } from './node-exchange.js';

/**
 * Creates the transport over `node:http` and `node:https`. It keeps connections alive, verifies certificates, decodes
 * gzip and deflate, and does not follow redirects. Closing it ends the calls in flight.
 *
 * The outcome of an error is `not-sent` until the connection is established, and `unknown` afterwards.
 *
 * HTTP/1.1 does not identify the request of a response. A kept connection with unread bytes is closed instead of used,
 * and a response that is followed by more bytes is distrusted (`certainty` of the response). A second copy of a
 * response that arrives after the next request was sent cannot be distinguished from the response to that request.
 *
 * @param environment - the variables for `proxy: 'env'`. Default: `process.env`
 * @throws ValidationError if an option is not valid
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * const transport = httpTransport({ timeoutMs: 10_000, proxy: 'http://proxy.example:3128' });
 * const client = new SmsServiceClient({ url, credentials, transport });
 * ```
 */
export function httpTransport(
  options: HttpTransportOptions = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Transport {
  const settings = httpSettings(options, environment);
  // Created for the first request, because it loads further modules.
  let made: ReturnType<typeof nodeTransport> | undefined;
  const transport = (): ReturnType<typeof nodeTransport> => {
    made ??= nodeTransport(settings);
    return made;
  };
  return { send: (request) => transport().send(request), close: async () => transport().close() };
}
