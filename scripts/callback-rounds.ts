/**
 * `npm run random -- callback-rounds --seconds N --seed S`: rounds of a handler with random options, with each store,
 * with and without an inbox. The gateway sends each event – twice, late, in other groups, in pieces, truncated – until
 * the response is `OK`. Forged calls are sent and processes are killed. No event may be lost, forged or handled twice,
 * except as the guide states, and recorded events are the same when they are sent again. The seed determines a round,
 * except for the scheduling of processes.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildHandler } from '../test/callbacks/killed/children.js';
import { runRound } from '../test/callbacks/rounds/round.js';
import { ensureStoreServers, startPostgres, startRedis } from '../test/interop/stores/servers.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' }, rounds: { type: 'string' } },
});
const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const end = performance.now() + Number(values.seconds) * 1000;
const most = Number(values.rounds ?? Number.POSITIVE_INFINITY);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await ensureStoreServers();
const sum = { rounds: 0, events: 0, requests: 0, forged: 0, cut: 0, kills: 0, replayed: 0, again: 0, broken: 0 };
const child = buildHandler(fileURLToPath(new URL('../test/callbacks/rounds/round-child.ts', import.meta.url)));
const servers = { postgres: await startPostgres(), redis: await startRedis() };
try {
  for (let seed = first; sum.rounds < most && performance.now() < end; seed++) {
    const { settings, broken, ...counts } = await runRound(seed, child.file, servers);
    sum.rounds += 1;
    sum.broken += broken.length;
    for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
    if (broken.length === 0) continue;
    say(`*** seed ${seed}: ${JSON.stringify(settings)}`);
    for (const line of [...new Set(broken)].slice(0, 20)) say(`    ${line}`);
    process.exitCode = 1;
  }
  const { rounds, events, requests, forged, cut, kills, replayed, again, broken } = sum;
  say(
    `${rounds} rounds from seed ${first}: ${events} events in ${requests} calls, ${forged} made up, ${cut} cut off, ` +
      `${kills} kills, ${replayed} replayed, ${again} handled again, ${broken} promises broken`,
  );
} finally {
  child.remove();
  await Promise.all(Object.values(servers).map((server) => server.stop()));
}
