/**
 * `npm run test:restores -- --rounds N --seed S --at-once N`: accounts are exported, spoilt and restored by processes
 * that are killed, until a promise of docs/address-book-reference.md is broken; with `--minutes N` for so long.
 */
import { parseArgs } from 'node:util';
import { type RestoreRound, restoreRound } from '../test/moves/restores/restore-round.js';
import { say, seededRounds } from '../test/moves/seeded-rounds.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
  },
});
const rounds = values.minutes === undefined ? Number(values.rounds) : Number.POSITIVE_INFINITY;
const endMs = performance.now() + Number(values.minutes ?? 'Infinity') * 60_000;
const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const results = await seededRounds({
  first,
  atOnce: Number(values['at-once']),
  isOver: (seed) => seed >= first + rounds || performance.now() >= endMs,
  round: restoreRound,
});
const broken = results.filter((result) => result.broken.length > 0);
const sum = (of: (result: RestoreRound) => number): number => results.reduce((total, result) => total + of(result), 0);
say(
  `seeds ${first} to ${first + results.length - 1}: ${sum(({ runs }) => runs)} runs, ${sum(({ kills }) => kills)} of them killed`,
);
for (const { seed, broken: what } of broken) say(`seed ${seed}: ${what.join('\n  ')}`);
say(`${broken.length} of ${results.length} rounds broke a promise`);
process.exitCode = broken.length === 0 ? 0 : 1;
