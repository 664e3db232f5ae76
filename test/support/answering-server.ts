import { setTimeout as wait } from 'node:timers/promises';
import type { CountedServer } from './counted-server.js';
import { startSocketServer } from './socket-server.js';

/** The output of a server: pieces, pauses in milliseconds, or the end of the connection. */
export type Written = readonly (string | Uint8Array | number)[];

/** A server that answers each request with given bytes. */
export interface AnsweringServer extends CountedServer {
  /** How many complete requests were received. */
  requests(): number;
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
  let requests = 0;
  const server = await startSocketServer((socket) => {
    let text = '';
    socket.setNoDelay(true);
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
  }, certificate);
  return { ...server, requests: () => requests };
}
