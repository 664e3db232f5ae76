/**
 * `npm run random -- callback-rounds --seconds N --seed S`: rounds of a handler that is set up in any way that its
 * options allow, with any store, with an inbox or without. The gateway tells it of everything there is – twice, late,
 * in other groups, in pieces, cut off – until each call is answered with `OK`, while others make calls up and processes
 * are killed. Nothing may be lost, made up or handled twice but where the guide says so, and what was recorded is the
 * same when it is sent again. A round is decided by its seed, but for the order in which the system lets processes run.
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
