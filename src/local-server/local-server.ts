import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkWhole } from '../errors/check.js';

/** Where servers of this library listen, never anywhere else. */
export const LOCAL_ADDRESS = '127.0.0.1';

/** The most bytes a request may have: 16 MiB. More gets 413. */
export const MAX_REQUEST_BYTES = 16_777_216;

const MAX_PORT = 65_535;

/** A server that listens on {@link LOCAL_ADDRESS}. */
export interface LocalServer {
  readonly port: number;
  /** Scheme, host and port: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Closes all connections, idle and busy ones, and waits until nothing is left. It can be called again. */
  close(): Promise<void>;
}

/** Responds to a request. A promise that fails breaks the connection off. */
export type Serve = (request: IncomingMessage, response: ServerResponse, origin: string) => Promise<void>;

/**
 * Starts a server.
 *
 * @param port - 0 for a free one
 * @throws ValidationError when the port is none
 * @throws Error of `node:net` when it cannot be had
 */
export async function startLocalServer(port: number, serve: Serve): Promise<LocalServer> {
  const server = http.createServer();
  server.listen(checkWhole(port, 'port', 0, MAX_PORT), LOCAL_ADDRESS);
  await once(server, 'listening');
  const { port: used } = server.address() as AddressInfo;
  const origin = `http://${LOCAL_ADDRESS}:${used}`;
  server.on('request', (request, response) => {
    serve(request, response, origin).catch(() => {
      // The client went away, or something in here failed: either way there is nothing more to say on this connection.
      response.destroy();
    });
  });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const ended = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await ended;
  };
  return { port: used, origin, close: () => (closed ??= close()) };
}

/**
 * The body of a request, `undefined` when it is too large; it is read to its end even so, because only then will a
 * client listen.
 */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size <= MAX_REQUEST_BYTES) pieces.push(piece);
    else pieces.length = 0;
  }
  return size > MAX_REQUEST_BYTES ? undefined : Buffer.concat(pieces, size);
}
