import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on 127.0.0.1 that counts its connections. */
export interface CountedServer {
  readonly port: number;
  /** How many connections were opened. */
  connections(): number;
  /** How many connections are open. */
  open(): number;
  /** Closes all connections. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1, and counts its connections.
 *
 * @param event - the event of a connection: before or after the handshake of TLS
 */
export async function startCounted(
  server: Server,
  event: 'connection' | 'secureConnection' = 'connection',
): Promise<CountedServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on(event, (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
