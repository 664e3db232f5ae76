import { expect, it } from 'vitest';
import { embeddedGateway } from './embedded.js';
import { migrateKilled } from './migrate.js';

it('processes that are killed repeatedly lose no number, and add none twice', { timeout: 120_000 }, async () => {
  const seed = Date.now() % 1_000_000_000;
  const options = { kills: 4, removalKills: 2, faultShare: 0.02, concurrency: 16, seed };
  const { wrong, verified, kills, removal } = await migrateKilled(embeddedGateway(800, 10), options, () => undefined);
  expect({ seed, wrong, kills }).toEqual({ seed, wrong: [], kills: 4 });
  expect(verified).toMatchObject({ numbers: 800, missing: 0, extra: 2, duplicates: 0, isComplete: true });
  expect({ seed, removal }).toEqual({ seed, removal: { kills: 2, wrong: [] } });
});
