// A program that receives callbacks until it is killed: `round-child <settings as JSON> <its name>`. It says the port
// that it listens on; what it has done stands in a file of the round's folder, or in a table of PostgreSQL.
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type CallbackEvent,
  type CallbackHandler,
  type CallbackStore,
  callbackHandler,
  memoryStore,
} from '../../../src/callbacks/index.js';
import { postgresStore } from '../../../src/callbacks/stores/postgres/index.js';
import { redisStore } from '../../../src/callbacks/stores/redis/index.js';
import { callbackRecorder } from '../../../src/replay/index.js';
import { clientOf, poolOf } from '../killed/effects.js';
import { nameOf, pathsOf } from './event-name.js';
import { GATEWAY, NOTIFY_KEY, type ProcessSettings, SECRET } from './round-settings.js';

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const own = process.argv[3] ?? '';
const { folder, prefix } = settings;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function openStore(): Promise<CallbackStore<unknown>> {
  switch (settings.store) {
    case 'memory':
      return memoryStore();
    case 'postgres': {
      const store = postgresStore({ pool: poolOf(settings.socket, 6), tablePrefix: prefix });
      await store.migrate();
      return store;
    }
    default: {
      const client = clientOf(settings.socket);
      await client.connect();
      return redisStore({ client, prefix, leaseMs: 2500 });
    }
  }
}

/** The server may be starting again. */
async function openedStore(): Promise<CallbackStore<unknown>> {
  for (;;) {
    try {
      return await openStore();
    } catch {
      await sleep(50);
    }
  }
}

/** A store of which a tenth of the questions is answered with an error, before or behind the answer. */
function failing(store: CallbackStore<unknown>): CallbackStore<unknown> {
  if (!settings.storeFails) return store;
  const fail = (): void => {
    if (Math.random() < 0.1) throw new Error('the store fails');
  };
  const { inbox } = store;
  return {
    async once(...given) {
      fail();
      return store.once(...given);
    },
    ...(inbox === undefined
      ? {}
      : {
          inbox: {
            async put(entries) {
              fail();
              const ends = await inbox.put(entries);
              fail();
              return ends;
            },
            async next(...given) {
              fail();
              return inbox.next(...given);
            },
          },
        }),
  };
}

async function onEvent(event: CallbackEvent, transaction: unknown): Promise<void> {
  await sleep(Math.random() * 6);
  if (Math.random() < 0.06) throw new Error('as it happens');
  // Now and then it takes longer than it may.
  if (Math.random() < 0.002) await sleep(settings.timeoutMs * 1.2);
  const line = JSON.stringify([nameOf(event), own, pathsOf(event)]);
  if (settings.store !== 'postgres') return appendFileSync(path.join(folder, 'done'), `${line}\n`);
  await (transaction as pg.PoolClient).query(`INSERT INTO ${prefix}done (line) VALUES ($1)`, [line]);
  if (Math.random() < 0.03) throw new Error('behind what was written');
}

/** The errors that are meant to come; where servers are killed, those of their clients come, too. */
const MEANT = ['as it happens', 'behind what was written', 'the store fails'];

function complainOf(error: unknown): void {
  const { name, message, stack } = error as Error;
  const isMeant =
    MEANT.includes(message) || (settings.kills && !/TypeError|RangeError|MODULE/.test(`${name} ${stack}`));
  if (!isMeant) say(`failed ${stack?.replaceAll('\n', ' ')}`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

async function byFetch(handler: CallbackHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const body = method === 'POST' ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {};
  const given = new Request(`http://shop.test${url}`, { method, headers: headersOf(request), ...body } as RequestInit);
  const answer = await handler.fetch(given, { peer: request.socket.remoteAddress });
  response.writeHead(answer.status, { connection: 'close' }).end(await answer.text());
}

async function byLambda(handler: CallbackHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const [rawPath = '', ...query] = url.split('?');
  // Who calls a cloud with half a request reaches nobody.
  const body = (await bodyOf(request)).toString('base64');
  const { statusCode, body: text } = await handler.lambda({
    version: '2.0',
    rawPath,
    rawQueryString: query.join('?'),
    headers: headersOf(request),
    requestContext: { http: { method, sourceIp: request.socket.remoteAddress } },
    ...(body === '' ? {} : { body, isBase64Encoded: true }),
  });
  response.writeHead(statusCode, { connection: 'close' }).end(text);
}

async function run(): Promise<void> {
  const { secret, signs, isBehindProxy, inbox, keepsFiles, records, way } = settings;
  const handler = callbackHandler<unknown>({
    store: failing(await openedStore()),
    inbox: inbox && { pauseMs: 5, maxPauseMs: 40 },
    timeoutMs: settings.timeoutMs,
    ...(secret === 'query' ? { secret: { query: 'key', value: SECRET } } : {}),
    ...(secret === 'path' ? { secret: { path: true, value: SECRET } } : {}),
    ...(signs ? { notifyKey: NOTIFY_KEY } : {}),
    ...(isBehindProxy ? { allowedAddresses: [GATEWAY], trustedProxies: ['127.0.0.0/8'] } : {}),
    ...(keepsFiles ? { filesFolder: path.join(folder, 'files') } : {}),
    ...(records ? { recorder: callbackRecorder(path.join(folder, 'cassette.json'), { mode: 'add' }) } : {}),
    onError: ({ error }) => complainOf(error),
    onEvent: (event, { transaction }) => onEvent(event, transaction),
  });
  const take = {
    node: handler.node,
    fetch: byFetch.bind(undefined, handler),
    lambda: byLambda.bind(undefined, handler),
  };
  const server = createServer((request, response) => {
    take[way](request, response).catch((error: Error) => {
      if (!/aborted|terminated/.test(error.message)) say(`crashed ${error.stack?.replaceAll('\n', ' ')}`);
      response.destroy();
    });
  });
  process.stdin.on('data', () => void handler.close().then(() => say('closed'))).on('end', () => process.exit());
  server.listen(0, '127.0.0.1', () => say(`port ${(server.address() as AddressInfo).port}`));
}

process.on('unhandledRejection', (error) => say(`crashed ${String((error as Error)?.stack).replaceAll('\n', ' ')}`));
void run();
