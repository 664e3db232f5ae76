/**
 * Whole calls over HTTP against a server in a separate process: the client, the same over undici, and a bare
 * `node:http` post of the same bytes over a kept connection. `calls.ts URL CONCURRENCY` prints the calls per second of
 * each, measured by turns when V8 has compiled what they run.
 */
import { Pool } from 'undici';
import {
  httpTransport,
  type TransportRequest,
  type TransportResponse,
  undiciTransport,
} from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { OWN_HEADERS } from '../../src/transport/http/exchange.js';
import { callsPerSecond, rawPost } from './by-turns.js';

const WARM_UP_ROUNDS = 11;
const ROUNDS = 15;

const [url = '', concurrency = '1'] = process.argv.slice(2);
const credentials = { username: 'demo', password: 'demo-password' };
// The client as it comes: retries, pace and events are on.
const client = new SmsServiceClient({ url, credentials });
const pool = new Pool(new URL(url).origin, { connections: 32 });
const clientOverUndici = new SmsServiceClient({ url, credentials, transport: undiciTransport(pool) });
const request = await requestOfClient();

/** Returns a request of the client, for the peer. */
async function requestOfClient(): Promise<TransportRequest> {
  const transport = httpTransport();
  let seen: TransportRequest | undefined;
  const send = (sent: TransportRequest): Promise<TransportResponse> => {
    seen = sent;
    return transport.send(sent);
  };
  await new SmsServiceClient({ url, credentials, transport: { send } }).checkPoints();
  await transport.close?.();
  if (seen === undefined) throw new Error('the client has sent nothing');
  return seen;
}

const { headers, body = new Uint8Array() } = request;
if (!(body instanceof Uint8Array)) throw new Error('the client has sent a stream');
// The same bytes: the transport adds headers.
const peer = rawPost(url, { ...OWN_HEADERS, ...headers }, body);
const ours: number[] = [];
const overUndici: number[] = [];
const raw: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await callsPerSecond(() => client.checkPoints(), Number(concurrency)));
  overUndici.push(await callsPerSecond(() => clientOverUndici.checkPoints(), Number(concurrency)));
  raw.push(await callsPerSecond(peer.post, Number(concurrency)));
}
peer.close();
await client.close();
await clientOverUndici.close();
await pool.close();
const measured = { ours, overUndici, raw };
const warm = Object.entries(measured).map(([name, rates]) => [name, rates.slice(WARM_UP_ROUNDS)]);
console.log(JSON.stringify(Object.fromEntries(warm)));
