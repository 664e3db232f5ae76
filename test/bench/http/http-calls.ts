/**
 * Whole sends over HTTP against a server in a process of its own: the client, and a bare `node:http` post of the same
 * bytes over a kept connection. `http-calls.ts URL CONCURRENCY` prints the sends per second of both, measured by turns
 * when V8 has compiled what both run.
 */
import http from 'node:http';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';

const ROUND_MS = 500;
/** The first rounds are for V8 to compile what is run. */
const [FIRST, LAST] = [11, 15];

const [url = '', concurrency = '1'] = process.argv.slice(2);
const client = new SmsServiceHttpClient({ url, token: 'a-token-of-the-account' });
const agent = new http.Agent({ keepAlive: true, maxSockets: 32, scheduling: 'lifo' });
const body = Buffer.from(
  'to=500100200&message=Hello+from+the+shop&check_idx=1&idx=once796z337zv30bpkgzx05jkldacnkm&encoding=utf-8&format=json',
);
const headers = {
  accept: 'application/json, text/plain',
  authorization: 'Bearer a-token-of-the-account',
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': body.length,
};

/** The least that a send can cost: the same request, the whole answer, nothing looked at. */
function rawPost(): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(`${url}sms.do`, { method: 'POST', agent, headers }, (response) => {
      let size = 0;
      response.on('data', (piece: Uint8Array) => {
        size += piece.length;
      });
      response.on('end', () => resolve(size));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function sendsPerSecond(send: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let sends = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - start < ROUND_MS) {
      await send();
      sends += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
  return (sends * 1000) / (performance.now() - start);
}

const ours: number[] = [];
const raw: number[] = [];
for (let round = 0; round < LAST; round++) {
  ours.push(await sendsPerSecond(() => client.sms.send({ to: '500100200', message: 'Hello from the shop' })));
  raw.push(await sendsPerSecond(rawPost));
}
agent.destroy();
await client.close();
console.log(JSON.stringify({ ours: ours.slice(FIRST), raw: raw.slice(FIRST) }));
