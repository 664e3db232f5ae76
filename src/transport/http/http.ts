import type { Transport } from '../transport.js';
import { type HttpTransportOptions, httpSettings } from './http-options.js';
import { nodeTransport } from './node-exchange.js';

/**
 * Makes the transport over `node:http` and `node:https`: connections are kept alive, certificates are verified,
 * redirects are not followed, gzip and deflate are understood.
 *
 * Its errors say truthfully what happened: `not-sent` until the connection stands, `unknown` afterwards. Closing it
 * ends the calls that are in flight.
 *
 * HTTP/1.1 has no mark by which a response belongs to its request. A kept connection on which anything has come by the
 * time it is chosen is closed, and another one taken. More bytes than one response make that response doubtful
 * (`certainty` of the response). A second copy of a response that comes alone, after the next request went out, cannot
 * be told from the response to that request.
 *
 * @param environment - where `proxy: 'env'` looks for the proxy; by default that of the process
 * @throws ValidationError when an option is not usable
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
  // Made for the first request, with all that it loads: a program may never make one.
  let made: ReturnType<typeof nodeTransport> | undefined;
  const transport = (): ReturnType<typeof nodeTransport> => {
    made ??= nodeTransport(settings);
    return made;
  };
  return { send: (request) => transport().send(request), close: async () => transport().close() };
}
