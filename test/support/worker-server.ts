import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { pem } from './tls-server.js';

/** A server in another thread, which can write while this thread is blocked. */
export interface WorkerServer {
  readonly port: number;
  /**
   * Writes to the connection of the latest request, or ends it for `'the end'`. Returns when that is done, before this
   * thread has read any of it.
   */
  writeUnseen(text: string): void;
  close(): Promise<void>;
}

/** The response to the request of this number. */
export const numbered = (count: number): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${`response ${count}`.length}\r\n\r\nresponse ${count}`;

const PROGRAM = `
const { parentPort, workerData: { done, twice, cert, key } } = require('node:worker_threads');
const flag = new Int32Array(done);
const numbered = ${numbered.toString()};
let latest;
let count = 0;
const accept = (socket) => {
  let text = '';
  let own = 0;
  // Otherwise a write may wait for an acknowledgement.
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
    if (!text.endsWith('</request>')) return;
    text = '';
    latest = socket;
    count += 1;
    own += 1;
    socket.write(numbered(count) + (twice === own ? numbered(count) : ''));
  });
};
const server = cert === undefined ? require('node:net').createServer(accept) : require('node:tls').createServer({ cert, key }, accept);
parentPort.on('message', (text) => {
  const isDone = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  if (text === 'the end') latest.end(isDone);
  else latest.write(text, isDone);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/**
 * Starts a server in a thread that gives each request its number.
 *
 * @param twice - the number of the request of each connection whose response is sent twice, in one piece
 * @param certificate - the name of its certificate. Default: no TLS
 */
export async function startWorkerServer(
  options: { readonly twice?: number; readonly certificate?: string | undefined } = {},
): Promise<WorkerServer> {
  const { twice, certificate } = options;
  const done = new SharedArrayBuffer(4);
  const flag = new Int32Array(done);
  const tls = certificate === undefined ? {} : { cert: pem(certificate), key: pem(`${certificate}.key`) };
  const worker = new Worker(PROGRAM, { eval: true, workerData: { done, twice, ...tls } });
  const [port] = await once(worker, 'message');
  return {
    port,
    writeUnseen: (text) => {
      Atomics.store(flag, 0, 0);
      worker.postMessage(text, []);
      if (Atomics.wait(flag, 0, 0, 5000) === 'timed-out') throw new Error('the server wrote nothing');
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
