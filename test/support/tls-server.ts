import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import https, { type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A certificate or key of the tests, by the name of its file. */
export const pem = (name: string): string =>
  readFileSync(new URL(`../transport/certificates/${name}.pem`, import.meta.url), 'utf8');

/** An HTTPS server. */
export interface TlsServer {
  readonly port: number;
  /** `https://127.0.0.1:…/`. */
  readonly url: string;
  /** The decrypted requests, as `GET /path body`. */
  readonly requests: readonly string[];
  /** How many connections were opened. */
  connections(): number;
  /** How many connections are open. */
  open(): number;
  /**
   * How many decrypted bytes were received on all connections, also before the client distrusts the certificate.
   */
  readable(): number;
  /** Calls back with each TLS session. */
  onSecure(see: (socket: TLSSocket) => void): void;
  close(): Promise<void>;
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
  const sockets = new Set<Socket>();
  let [connections, readable] = [0, 0];
  const settings = { cert: chain.map(pem).join('\n'), key: pem(`${chain[0]}.key`), ...options };
  const server = https.createServer(settings, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    requests.push(`${request.method} ${request.url} ${body}`);
    if (typeof listener === 'string') response.end(listener);
    else listener(request, response);
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket) => socket.on('data', (piece) => (readable += piece.length)));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://127.0.0.1:${port}/`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    readable: () => readable,
    onSecure: (see) => server.on('secureConnection', see),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts an HTTPS server until the end of the test. */
export async function serveTls(...args: Parameters<typeof startTlsServer>): Promise<TlsServer> {
  const server = await startTlsServer(...args);
  onTestFinished(server.close);
  return server;
}
