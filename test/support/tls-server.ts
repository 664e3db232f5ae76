import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import https, { type ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { type CountedServer, startCounted } from './counted-server.js';

/** A certificate or key of the tests, by the name of its file. */
export const pem = (name: string): string =>
  readFileSync(new URL(`../transport/certificates/${name}.pem`, import.meta.url), 'utf8');

/** An HTTPS server. */
export interface TlsServer extends CountedServer {
  /** `https://127.0.0.1:…/`. */
  readonly url: string;
  /** The decrypted requests, as `GET /path body`. */
  readonly requests: readonly string[];
  /**
   * How many decrypted bytes were received on all connections, also before the client distrusts the certificate.
   */
  readable(): number;
  /** Calls back with each TLS session. */
  onSecure(see: (socket: TLSSocket) => void): void;
}

/**
 * Starts an HTTPS server on 127.0.0.1.
 *
 * @param certificate - the names of the certificates of the chain that the server sends; the key belongs to the first
 */
export async function startTlsServer(
  certificate: string | readonly string[],
  listener: string | RequestListener,
  options: ServerOptions = {},
): Promise<TlsServer> {
  const chain = typeof certificate === 'string' ? [certificate] : certificate;
  const requests: string[] = [];
  let readable = 0;
  const settings = { cert: chain.map(pem).join('\n'), key: pem(`${chain[0]}.key`), ...options };
  const server = https.createServer(settings, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    requests.push(`${request.method} ${request.url} ${body}`);
    if (typeof listener === 'string') response.end(listener);
    else listener(request, response);
  });
  server.on('secureConnection', (socket) => socket.on('data', (piece) => (readable += piece.length)));
  const counted = await startCounted(server);
  return {
    ...counted,
    url: `https://127.0.0.1:${counted.port}/`,
    requests,
    readable: () => readable,
    onSecure: (see) => server.on('secureConnection', see),
  };
}

/** Starts an HTTPS server until the end of the test. */
export async function serveTls(...args: Parameters<typeof startTlsServer>): Promise<TlsServer> {
  const server = await startTlsServer(...args);
  onTestFinished(server.close);
  return server;
}
