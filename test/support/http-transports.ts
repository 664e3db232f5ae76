import { Pool } from 'undici';
import { onTestFinished } from 'vitest';
import { fetchTransport, httpTransport, type Transport, undiciTransport } from '../../src/calls/index.js';

/** The options that all transports over HTTP have. */
export interface TestTransportOptions {
  readonly timeoutMs?: number;
  readonly maxResponseBytes?: number;
  readonly maxStreamBytes?: number;
  /** The largest number of connections. `fetch` ignores it. */
  readonly connections?: number;
  /** The trusted authorities. `fetch` ignores them. */
  readonly ca?: string[];
}

/** Creates a transport to an address. The transport is closed when the test ends. */
export type MakeTransport = (url: string, options?: TestTransportOptions) => Transport;

function closedAtEnd(transport: Transport): Transport {
  onTestFinished(() => transport.close?.());
  return transport;
}

export const overHttp: MakeTransport = (_url, { connections, ...options } = {}) =>
  closedAtEnd(httpTransport({ ...options, ...(connections === undefined ? {} : { maxSockets: connections }) }));

export const overUndici: MakeTransport = (url, { connections, ca, ...options } = {}) => {
  const pool = new Pool(new URL(url).origin, {
    ...(connections === undefined ? {} : { connections }),
    ...(ca === undefined ? {} : { connect: { ca } }),
  });
  onTestFinished(() => pool.destroy());
  return closedAtEnd(undiciTransport(pool, options));
};

const overFetch: MakeTransport = (_url, { connections: _connections, ca: _ca, ...options } = {}) =>
  closedAtEnd(fetchTransport(options));

/** All transports over HTTP, with the names that test titles use. */
export const HTTP_TRANSPORTS: readonly (readonly [name: string, make: MakeTransport])[] = [
  ['node:http', overHttp],
  ['undici', overUndici],
  ['fetch', overFetch],
];
