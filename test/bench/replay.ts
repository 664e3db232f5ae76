/**
 * Recorded calls, opened and asked for each once in another order: `replay.ts ours|nock COUNT har|yaml` prints the
 * time. A cassette is opened and its calls are matched by their decoded parameters; nock is given the same requests and
 * responses as its recorder has them, and matches bodies.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nock from 'nock';
import type { TransportRequest } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette, importRecordings } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { bytesOf } from '../support/body-bytes.js';

const [contender = 'ours', given = '1000', ending = 'har'] = process.argv.slice(2);
const count = Number(given);
const address = 'http://gateway.test';

/** A call as nock's recorder keeps it. */
interface Definition extends nock.Definition {
  readonly body: string;
  readonly response: string;
}

/** The traffic: so many numbers that are added, as the client sends them and the embedded gateway responds. */
async function traffic(): Promise<{
  readonly requests: readonly TransportRequest[];
  readonly definitions: readonly Definition[];
}> {
  const gateway = createSandbox({
    accounts: [{ username: 'demo', password: 'demo-password', groups: [{ name: 'A' }] }],
  }).transport();
  const requests: TransportRequest[] = [];
  const definitions: Definition[] = [];
  const client = new SmsServiceClient({
    url: `${address}/soap`,
    credentials: { username: 'demo', password: 'demo-password' },
    transport: {
      send: async (request) => {
        const response = await gateway.send(request);
        const { body = new Uint8Array(), headers } = request;
        requests.push(request);
        definitions.push({
          scope: address,
          method: 'POST',
          path: '/soap',
          body: bytesOf(body).toString('utf8'),
          reqheaders: headers,
          status: response.status,
          response: Buffer.from(response.body as Uint8Array).toString('utf8'),
        });
        return response;
      },
    },
  });
  for (let index = 0; index < count; index++) {
    await client.addNumber({ groupId: 1, number: `48500${String(100_000 + index)}`, name: `Name ${index}` });
  }
  return { requests, definitions };
}

function harEntry({ path: url, body, reqheaders, status, response }: Definition): object {
  const headers = Object.entries(reqheaders ?? {}).map(([name, value]) => ({ name, value: String(value) }));
  return {
    request: { method: 'POST', url: `${address}${String(url)}`, headers, postData: { text: body } },
    response: { status, headers: [], content: { text: response } },
  };
}

async function playOurs(file: string, requests: readonly TransportRequest[]): Promise<number> {
  const start = performance.now();
  const tape = cassette(file, { mode: 'locked' });
  for (const request of requests) await tape.send(request);
  await tape.close();
  return performance.now() - start;
}

async function playNock(definitions: readonly Definition[], requests: readonly TransportRequest[]): Promise<number> {
  const start = performance.now();
  nock.define([...definitions]);
  for (const request of requests) await post(request);
  if (!nock.isDone()) throw new Error('nock has not played all');
  return performance.now() - start;
}

function post({ url, headers, body }: TransportRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { method: 'POST', headers }, (response) => {
      response.on('data', () => undefined);
      response.on('end', resolve);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const { requests, definitions } = await traffic();
// Neither first come, first served, nor the other way round.
const mixed = requests.map((_request, index) => requests[(index * 7919) % requests.length] as TransportRequest);
const folder = mkdtempSync(path.join(tmpdir(), 'bench-replay-'));
try {
  const file = path.join(folder, `calls.${ending}`);
  const har = path.join(folder, 'traffic.har');
  writeFileSync(har, JSON.stringify({ log: { entries: definitions.map(harEntry) } }));
  await importRecordings(har, { to: file });
  const ms = contender === 'ours' ? await playOurs(file, mixed) : await playNock(definitions, mixed);
  console.log(JSON.stringify({ ms }));
} finally {
  rmSync(folder, { recursive: true });
}
