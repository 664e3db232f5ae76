import { afterAll, describe, expect, it } from 'vitest';
import { buildHandler } from '../../callbacks/killed/children.js';
import { type KillResult, killAndDeliver } from '../../callbacks/killed/kills.js';
import { openLedger } from '../../callbacks/killed/ledger.js';
import { startPostgres, startRedis } from './servers.js';

const handler = buildHandler();
afterAll(() => handler.remove());

const STORES = [
  ['postgres', startPostgres],
  ['redis', () => startRedis()],
] as const;

describe.each(STORES)('handlers with a store in %s that are killed', (kind, start) => {
  it.each(['once', 'inbox'] as const)(
    'lose no event, and handle an event twice only if it ended at the time of a kill: %s',
    async (mode) => {
      const server = await start();
      const ledger = await openLedger(kind, server.socket);
      try {
        await ledger.clear();
        const seed = Date.now() % 1_000_000_000;
        const result: KillResult = await killAndDeliver({
          kind,
          mode,
          seed,
          seconds: 4,
          file: handler.file,
          socket: server.socket,
          ledger,
        });
        expect(result.broken, `seed ${seed}`).toEqual([]);
        expect(result.kills).toBeGreaterThan(0);
        expect(result.events).toBeGreaterThan(20);
      } finally {
        await ledger.close();
        await server.stop();
      }
    },
    120_000,
  );
});
