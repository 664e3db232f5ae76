import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpTransport } from '../../src/transport/http/http.js';
import { migrateKilled } from '../address-book/killed/migrate.js';
import { goly } from './cases/accounts.js';
import { thousand } from './cases/thousand.js';
import type { RunningServer } from './peers/peer.js';
import { phpServer } from './peers/php-server.js';

let server: RunningServer;
const transport = httpTransport();

beforeAll(async () => {
  server = await phpServer.start();
  await server.reset();
});

afterAll(async () => {
  await transport.close?.();
  await server.stop();
});

it("a process that is killed and restarted migrates a thousand numbers between accounts of PHP's server", {
  timeout: 120_000,
}, async () => {
  const seed = Date.now() % 1_000_000_000;
  const gateway = { transport, url: server.url, from: thousand, to: goly };
  const options = { kills: 4, faultShare: 0.02, concurrency: 8, seed };
  const { wrong, verified, kills } = await migrateKilled(gateway, options, () => undefined);
  expect({ seed, wrong, kills }).toEqual({ seed, wrong: [], kills: 4 });
  expect(verified).toMatchObject({ numbers: 1000, missing: 0, duplicates: 0, isComplete: true });
});
