/**
 * A separate program, run by server.test.ts: it closes a gateway while connections are idle, busy, late and silent,
 * and a callback is under way. When anything is left of the gateway, the program does not end.
 */
import { type EventEmitter, once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { startSandbox } from '../../src/sandbox/index.js';

const CHECK =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><soap_CheckPoints>' +
  '<client><username>demo</username><password>demo-password</password></client></soap_CheckPoints></e:Body></e:Envelope>';

/** A program that never answers a callback. */
const program = http.createServer();
program.listen(0, '127.0.0.1');
await once(program, 'listening');
const { port } = program.address() as net.AddressInfo;
const running = await startSandbox({ callbacks: { addresses: `http://127.0.0.1:${port}/` } });
const ended: Promise<unknown>[] = [];

/** Waits for the end of a connection, in peace or not, before the program ends. */
function expectEnd(connection: EventEmitter): void {
  connection.on('error', () => undefined);
  ended.push(new Promise((resolve) => connection.once('close', resolve)));
}

/** Sends the beginning of a request and leaves it so. */
function begin(text: string, keepAlive: boolean): http.ClientRequest {
  const request = http.request(running.url, {
    agent: keepAlive ? new http.Agent({ keepAlive }) : false,
    method: 'POST',
    headers: { 'content-type': 'text/xml', 'content-length': CHECK.length },
  });
  expectEnd(request);
  request.write(text);
  return request;
}

const idle = begin(CHECK, true);
const [response] = (await once(idle, 'response')) as [http.IncomingMessage];
await response.toArray();
running.failNext('*', { delayMs: 3_600_000 });
begin(CHECK, false);
begin(CHECK.slice(0, 10), false);
const silent = net.connect(running.port, '127.0.0.1');
expectEnd(silent);
await once(silent, 'connect');
while (running.callCount() < 2) await turn();
running.receive({ from: '48500100200', text: 'Hi' });
const [, answer] = (await once(program, 'request')) as [http.IncomingMessage, http.ServerResponse];
expectEnd(answer);
running.receive({ from: '48500100200', text: 'One that waits' });

await running.close();
await Promise.all(ended);
program.close();
console.log(`calls: ${running.callCount()}`);
