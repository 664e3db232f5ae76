/**
 * `npm run test:sync -- --seconds N --seed S --at-once N`: the command sync in a loop, killed again and again, while
 * both sides are changed at random; then it has to come to rest, with nothing lost, doubled, deleted or moved that is
 * not new. With `--accept` it is `apply --accept-changes` in its place, of plans one after the other.
 */
import { parseArgs } from 'node:util';
import { say, seededRounds } from '../test/moves/seeded-rounds.js';
import { acceptRound } from '../test/moves/sync/accept-round.js';
import { type SyncRoundResult, syncRound } from '../test/moves/sync/sync-round.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    accept: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '3' },
  },
});
/** How long both sides are changed in a round, in milliseconds. */
const BUSY_MS = 12_000;

const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const end = performance.now() + Number(values.seconds) * 1000;
const results = await seededRounds({
  first,
  atOnce: Number(values['at-once']),
  isOver: () => performance.now() >= end,
  round: (program, seed) => (values.accept ? acceptRound : syncRound)(program, seed, BUSY_MS),
});
const sum = (of: (result: SyncRoundResult) => number): number =>
  results.reduce((total, result) => total + of(result), 0);
const [runs, kills, changes] = [sum((one) => one.runs), sum((one) => one.kills), sum((one) => one.changes)];
const [writes, added] = [sum((one) => one.writes), sum((one) => one.added)];
const broken = results.filter((result) => result.broken.length > 0).length;
say(
  `seeds from ${first}: ${results.length} rounds, ${runs} runs, ${kills} of them killed, ${changes} changes of others`,
);
say(`${writes} requests that change something, ${added} numbers added; ${broken} rounds broke a promise`);
process.exitCode = broken === 0 && results.length > 0 ? 0 : 1;
