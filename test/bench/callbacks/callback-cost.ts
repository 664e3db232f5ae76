/**
 * The cost of a callback: `callbackHandler().node`, and a bare `node:http` handler that reads and parses the same form
 * and answers `OK`, in one process, by turns, when V8 has compiled what both run. `callback-cost.ts report|message
 * CONCURRENCY` prints the processor time that a callback takes with each, in microseconds: beside other programs the
 * time on the clock says little. The client that calls is in the same process, and its time in both figures; `client`
 * is that of a server that answers without reading. Each callback is another event, as in life.
 */
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackHandler } from '../../../src/callbacks/index.js';

/** The first rounds are for V8 to compile what is run. */
const [FIRST, LAST] = [3, 8];
const CALLBACKS_PER_ROUND = 2000;

const [kind = 'report', concurrency = '1'] = process.argv.slice(2);
const isReport = kind === 'report';
let [number, seen] = [0, 0];

/** The fields of the next callback. */
function nextForm(): string {
  number += 1;
  return isReport
    ? `MsgId=17635${number}&status=404&status_name=DELIVERED&idx=order-${number}&donedate=1763892906&username=shop` +
        '&to=48500100200&points=0.16&from=Shop&mcc=260&mnc=02'
    : `sms_to=48500100300&sms_from=48500100200&sms_text=Dzi%C4%99kuj%C4%99%2C+b%C4%99d%C4%99+o+17%3A30` +
        `&sms_date=1763892930&username=shop&MsgId=17635${number}`;
}

const handler = callbackHandler({ onEvent: () => void (seen += 1) });
const ours = await started((request, response) => void handler.node(request, response));
const bare = await started((request, response) => {
  const pieces: Uint8Array[] = [];
  request.on('data', (piece: Uint8Array) => pieces.push(piece));
  request.on('end', () => {
    const query = request.url?.split('?')[1] ?? '';
    const fields = new URLSearchParams(isReport ? query : Buffer.concat(pieces).toString('utf8'));
    if (fields.has('MsgId')) seen += 1;
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '2' }).end('OK');
  });
});
const deaf = await started((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '2' }).end('OK');
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 32, scheduling: 'lifo' });
const figures = { ours: [] as number[], bare: [] as number[], client: [] as number[] };
let called = 0;
for (let round = 0; round < LAST; round++) {
  const [own, plain, none] = [await timeOf(ours.port), await timeOf(bare.port), await timeOf(deaf.port)];
  if (round < FIRST) continue;
  figures.ours.push(own);
  figures.bare.push(plain);
  figures.client.push(none);
}
agent.destroy();
for (const server of [ours, bare, deaf]) server.close();
// A third of them went to the server that reads nothing.
if (seen * 3 !== called * 2) throw new Error(`${seen} of ${called} callbacks were handled`);
console.log(JSON.stringify(figures));

/** Makes the callbacks of one round, and gives the processor time that one takes, in microseconds. */
async function timeOf(port: number): Promise<number> {
  const before = process.cpuUsage();
  let left = CALLBACKS_PER_ROUND;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call(port);
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLBACKS_PER_ROUND;
}

/** Sends a callback. @throws Error if the response is not OK */
function call(port: number): Promise<void> {
  const form = nextForm();
  const options = isReport
    ? { path: `/sms?${form}` }
    : {
        method: 'POST',
        path: '/sms',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length },
      };
  called += 1;
  return new Promise((resolve, reject) => {
    const outgoing = http.request({ host: '127.0.0.1', port, agent, ...options }, (response) => {
      let answer = '';
      response.on('data', (piece: Uint8Array) => (answer += String(piece)));
      response.on('end', () =>
        answer === 'OK' ? resolve() : reject(new Error(`the answer is ${response.statusCode}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(isReport ? undefined : form);
  });
}

async function started(listener: RequestListener): Promise<{ readonly port: number; close(): void }> {
  const server = http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
