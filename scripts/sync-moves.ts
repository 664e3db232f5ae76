/**
 * `npm run test:sync -- --seconds N --seed S --at-once N`: the command sync in a loop, killed again and again, while
 * both sides are changed at random; then it has to come to rest, with nothing lost, doubled, deleted or moved that is
 * not new.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type SyncRoundResult, syncRound } from '../test/moves/sync/sync-round.js';
import { bundle } from './build/bundle.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
  },
});
/** How long both sides are changed in a round, in milliseconds. */
const BUSY_MS = 12_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const end = performance.now() + Number(values.seconds) * 1000;
const built = mkdtempSync(path.join(tmpdir(), 'syncs-program-'));
const results: SyncRoundResult[] = [];
try {
  await bundle(path.join(built, 'dist', 'js'));
  let next = first;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const seed = next;
      next += 1;
      const result = await syncRound(path.join(built, 'dist', 'js', 'cli.js'), seed, BUSY_MS);
      results.push(result);
      if (result.broken.length > 0) {
        say(`${result.log.join('\n')}\n*** seed ${seed}:\n  ${result.broken.join('\n  ')}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
} finally {
  rmSync(built, { recursive: true, force: true });
}
const sum = (of: (result: SyncRoundResult) => number): number =>
  results.reduce((total, result) => total + of(result), 0);
const [runs, kills, changes] = [sum((one) => one.runs), sum((one) => one.kills), sum((one) => one.changes)];
const [writes, added] = [sum((one) => one.writes), sum((one) => one.added)];
const broken = results.filter((result) => result.broken.length > 0).length;
say(
  `seeds from ${first}: ${results.length} rounds, ${runs} syncs, ${kills} of them killed, ${changes} changes of others`,
);
say(`${writes} requests that change something, ${added} numbers added; ${broken} rounds broke a promise`);
process.exitCode = broken === 0 && results.length > 0 ? 0 : 1;
