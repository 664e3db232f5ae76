import { startSocketServer } from './socket-server.js';

/** A server that answers every request on a connection with given bytes. */
export interface RawServer {
  readonly url: string;
  /** The requests as they arrived, one string (latin1) each. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a TCP server that waits for a complete HTTP request and then writes exactly the given bytes.
 *
 * @param response - the bytes of an HTTP response, or a function from the number of the request to them
 * @param afterwards - `end` closes the connection, `keep` leaves it open, `reset` tears it down
 * @param connected - called with every connection
 */
export async function startRawServer(
  response: Uint8Array | ((count: number) => Uint8Array),
  afterwards: 'end' | 'keep' | 'reset' = 'end',
  connected: () => void = () => undefined,
): Promise<RawServer> {
  const requests: string[] = [];
  const { port, close } = await startSocketServer((socket) => {
    connected();
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
      const headEnd = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: *(\d+)/i.exec(received)?.[1] ?? 0);
      if (headEnd === -1 || received.length < headEnd + 4 + length) return;
      requests.push(received);
      received = '';
      const bytes = typeof response === 'function' ? response(requests.length) : response;
      if (afterwards === 'keep') socket.write(bytes);
      else if (afterwards === 'end') socket.end(bytes);
      else socket.write(bytes, () => socket.resetAndDestroy());
    });
  });
  return { url: `http://127.0.0.1:${port}/soap`, requests, close };
}
