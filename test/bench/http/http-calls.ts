/**
 * Whole sends over HTTP against a server in a process of its own: the client, and a bare `node:http` post of the same
 * bytes over a kept connection. `http-calls.ts URL CONCURRENCY` prints the sends per second of both, measured by turns
 * when V8 has compiled what both run.
 */
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { callsPerSecond, rawPost } from '../by-turns.js';

/** The first rounds are for V8 to compile what is run. */
const [FIRST, LAST] = [11, 15];

const [url = '', concurrency = '1'] = process.argv.slice(2);
const client = new SmsServiceHttpClient({ url, token: 'a-token-of-the-account' });
const body = Buffer.from(
  'to=500100000&message=Hello+from+the+shop&check_idx=1&idx=once796z337zv30bpkgzx05jkldacnkm&encoding=utf-8&format=json',
);
const headers = {
  accept: 'application/json, text/plain',
  authorization: 'Bearer a-token-of-the-account',
  'content-type': 'application/x-www-form-urlencoded',
};

const peer = rawPost(`${url}sms.do`, headers, body);
const send = (): Promise<unknown> => client.sms.send({ to: '500100000', message: 'Hello from the shop' });
const ours: number[] = [];
const raw: number[] = [];
for (let round = 0; round < LAST; round++) {
  ours.push(await callsPerSecond(send, Number(concurrency)));
  raw.push(await callsPerSecond(peer.post, Number(concurrency)));
}
peer.close();
await client.close();
console.log(JSON.stringify({ ours: ours.slice(FIRST), raw: raw.slice(FIRST) }));
