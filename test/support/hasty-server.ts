import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { pem } from './tls-server.js';

/** A server that responds to a connection before it reads a request. */
export interface HastyServer {
  readonly port: number;
  /** How many connections were opened. */
  connections(): number;
  /** How many are open; the end of one is noticed after {@link read} only. */
  open(): number;
  /** How many bytes were read from each connection, in the order in which they were opened. */
  received(): readonly number[];
  /** Starts reading, and responds to further requests of a connection. */
  read(): void;
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that responds immediately and reads nothing before {@link read} is called.
 *
 * @param afterwards - `end` closes its side of the connection, `keep` leaves it open
 * @param certificate - the name of its certificate. Default: no TLS
 */
export async function startHastyServer(
  response: string,
  afterwards: 'end' | 'keep',
  certificate?: string,
): Promise<HastyServer> {
  const sockets = new Set<Socket>();
  const received: number[] = [];
  let isReading = false;
  const read = (socket: Socket, index: number): void => {
    socket.on('data', (piece) => (received[index] = (received[index] ?? 0) + piece.length));
  };
  const respond = (socket: Socket): void => {
    const index = received.push(0) - 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (isReading) read(socket, index);
    else waiting.push(() => read(socket, index));
    if (afterwards === 'end') socket.end(response);
    else socket.write(response);
  };
  const waiting: (() => void)[] = [];
  const server =
    certificate === undefined
      ? net.createServer(respond)
      : tls.createServer({ cert: pem(certificate), key: pem(`${certificate}.key`) }, respond);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => received.length,
    open: () => sockets.size,
    received: () => received,
    read: () => {
      isReading = true;
      for (const begin of waiting.splice(0)) begin();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
