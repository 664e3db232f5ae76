import http from 'node:http';

/** The time of one round, in milliseconds. */
const ROUND_MS = 500;

/** The requests that a peer posts as they are: the least that a call can cost. */
export interface RawPost {
  /**
   * Sends the request, and reads and ignores the response.
   *
   * @param other - a body in the place of that of the request
   */
  post(other?: Uint8Array): Promise<number>;
  close(): void;
}

/** Makes the post of a request over kept connections. */
export function rawPost(url: string, headers: Readonly<Record<string, string>>, body: Uint8Array): RawPost {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32, scheduling: 'lifo' });
  const options = { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } };
  return {
    post: (other) =>
      new Promise((resolve, reject) => {
        const changed = other && { headers: { ...headers, 'content-length': other.length } };
        const outgoing = http.request(url, changed === undefined ? options : { ...options, ...changed }, (response) => {
          let size = 0;
          response.on('data', (piece: Uint8Array) => {
            size += piece.length;
          });
          response.on('end', () => resolve(size));
        });
        outgoing.on('error', reject);
        outgoing.end(other ?? body);
      }),
    close: () => agent.destroy(),
  };
}

/** Makes calls for one round, so many at once, and gives how many a second there were. */
export async function callsPerSecond(call: () => Promise<unknown>, concurrency: number): Promise<number> {
  const start = performance.now();
  let calls = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - start < ROUND_MS) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (calls * 1000) / (performance.now() - start);
}
