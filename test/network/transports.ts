import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { type HttpTransportOptions, httpTransport, type Transport, undiciTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { CREDENTIALS } from './gateway.js';

/** A client over one of the transports, and its end. */
export interface OpenClient {
  readonly client: SmsServiceClient;
  close(): Promise<void>;
}

/** Opens a client of one kind to an address. @param outageMs - how long it waits for an unreachable network */
export type Open = (url: string, outageMs?: number) => OpenClient;

/** Over `node:http`. */
export const overHttp =
  (options: HttpTransportOptions = {}): Open =>
  (url, outageMs) =>
    opened(url, outageMs, httpTransport(options), async () => undefined);

/** Over undici. */
export const overUndici = (options: Agent.Options = {}): Open => overPool(() => new Agent(options));

/** Over undici and a proxy; what is on http is handed on by it, as by that of `httpTransport`. */
export const overUndiciProxy = (options: ProxyAgent.Options): Open =>
  overPool(() => new ProxyAgent({ proxyTunnel: false, ...options }));

const overPool =
  (make: () => Dispatcher): Open =>
  (url, outageMs) => {
    const pool = make();
    return opened(url, outageMs, undiciTransport(pool), () => pool.destroy());
  };

function opened(url: string, outageMs: number | undefined, transport: Transport, end: () => Promise<void>): OpenClient {
  const retry = { maxTotalMs: outageMs };
  const client = new SmsServiceClient({ url, credentials: CREDENTIALS, transport, retry });
  return {
    client,
    close: async () => {
      await client.close({ abort: true });
      await transport.close?.();
      await end();
    },
  };
}
