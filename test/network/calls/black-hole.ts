import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** It listens and never accepts: the system completes a few connections, and answers no further one. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
`;
/** More than such a server has room for. */
const FILLING = 4;

/** An address at which nothing answers, not even with a refusal. */
export interface BlackHole {
  readonly url: string;
  close(): Promise<void>;
}

/** Makes an address at which nothing answers. */
export async function startBlackHole(): Promise<BlackHole> {
  const worker = new Worker(PROGRAM, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const sockets: Socket[] = [];
  for (let count = 0; count < FILLING; count++) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  return {
    url: `http://127.0.0.1:${port}/soap`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  };
}
