import type { Socket } from 'node:net';
import type { CountedServer } from './counted-server.js';
import { startSocketServer } from './socket-server.js';

/** A server that responds to a connection before it reads a request. It notices the end of one after {@link read} only. */
export interface HastyServer extends CountedServer {
  /** How many bytes were read from each connection, in the order in which they were opened. */
  received(): readonly number[];
  /** Starts reading, and responds to further requests of a connection. */
  read(): void;
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
  const received: number[] = [];
  const waiting: (() => void)[] = [];
  let isReading = false;
  const read = (socket: Socket, index: number): void => {
    socket.on('data', (piece) => (received[index] = (received[index] ?? 0) + piece.length));
  };
  const server = await startSocketServer((socket) => {
    const index = received.push(0) - 1;
    if (isReading) read(socket, index);
    else waiting.push(() => read(socket, index));
    if (afterwards === 'end') socket.end(response);
    else socket.write(response);
  }, certificate);
  return {
    ...server,
    received: () => received,
    read: () => {
      isReading = true;
      for (const begin of waiting.splice(0)) begin();
    },
  };
}
