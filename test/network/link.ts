import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A long way to a server. */
export interface Link {
  readonly port: number;
  /** How many connections were opened. */
  connections(): number;
  /** How many pieces were carried to a port. */
  carriedTo(port: number): number;
  /** Lets connections that are opened from now on lead to another port, as when a name gets another address. */
  lead(port: number): void;
  close(): Promise<void>;
}

/**
 * Makes the way to a port of 127.0.0.1 as long as a round trip of so many milliseconds: data, ends and resets of one
 * side reach the other after half of that time, and connecting takes all of it.
 */
export async function startLink(first: number, roundTripMs: number): Promise<Link> {
  const half = roundTripMs / 2;
  const sockets = new Set<Socket>();
  const pieces = new Map<number, number>();
  let [connections, port] = [0, first];
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    connections += 1;
    const later = (act: () => void): void => void setTimeout(act, half);
    later(() => {
      const to = port;
      const far = net.connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
      near.on('data', () => pieces.set(to, (pieces.get(to) ?? 0) + 1));
      near.pause();
      // Data written immediately waits until the connection is accepted.
      later(() => carry(near, far, later));
      carry(far, near, later);
      keep(far);
    });
    keep(near.pause());
  });
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    carriedTo: (to) => pieces.get(to) ?? 0,
    lead: (other) => {
      port = other;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function carry(from: Socket, to: Socket, later: (act: () => void) => void): void {
  from.on('data', (piece) => later(() => to.write(piece)));
  from.on('end', () => later(() => to.end()));
  from.on('close', (hadError) => later(() => (hadError ? to.resetAndDestroy() : to.destroySoon())));
  from.resume();
}
