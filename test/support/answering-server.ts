import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { pem } from './tls-server.js';

/** The output of a server: pieces, pauses in milliseconds, or the end of the connection. */
export type Written = readonly (string | Uint8Array | number)[];

/** A server that answers each request with given bytes. */
export interface AnsweringServer {
  readonly port: number;
  /** How many complete requests were received. */
  requests(): number;
  /** How many connections were opened, and how many are open. */
  connections(): number;
  open(): number;
  close(): Promise<void>;
}

/**
 * Starts a server at 127.0.0.1 for requests whose bodies end with an envelope.
 *
 * @param answer - returns the response to a request by its number, from 1; `'the end'` closes the connection
 * @param certificate - the name of its certificate. Default: no TLS
 */
export async function startAnsweringServer(
  answer: (count: number) => Written,
  certificate?: string,
): Promise<AnsweringServer> {
  const sockets = new Set<Socket>();
  let [requests, connections] = [0, 0];
  const accept = (socket: Socket): void => {
    let text = '';
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', async (piece: Buffer) => {
      text += piece.toString('latin1');
      if (!text.endsWith('Envelope>\n')) return;
      text = '';
      requests += 1;
      for (const part of answer(requests)) {
        if (typeof part === 'number') await wait(part);
        else if (part === 'the end') socket.end();
        else if (socket.writable) socket.write(part);
      }
    });
  };
  const server =
    certificate === undefined
      ? net.createServer(accept)
      : tls.createServer({ cert: pem(certificate), key: pem(`${certificate}.key`) }, accept);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
