/**
 * `npm run random -- moves --rounds N --seed S --at-once N --without isolated,third`: runs rounds of random commands,
 * kills, copies and changes by other programs, until a promise of docs/address-book-reference.md or
 * docs/command-line.md is broken.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ALL, type RoundResult, round } from '../test/moves/round.js';
import { say, seededRounds } from '../test/moves/seeded-rounds.js';
import type { Switches } from '../test/moves/steps/scene.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
    without: { type: 'string', default: '' },
    log: { type: 'string' },
    program: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const without = values.without.split(',');
if (!hasNamespaces()) {
  say('processes have no namespaces of their own: this user may make none');
  without.push('isolated');
}
const switches = Object.fromEntries(
  Object.entries(ALL).map(([name]) => [name, !without.includes(name)]),
) as unknown as Switches;
const results = await seededRounds({
  first,
  atOnce: Number(values['at-once']),
  program: values.program,
  isOver: (seed) => seed >= first + rounds,
  round: (program, seed) => round(program, seed, switches),
  onRound: (seed, { log }) => {
    if (values.log !== undefined) writeFileSync(path.join(values.log, `${seed}.log`), `${log.join('\n')}\n`);
  },
});
const broken = results.filter((result) => result.broken.length > 0);
const codes = new Map<string, number>();
for (const result of results) {
  for (const [name, count] of Object.entries(result.codes)) codes.set(name, (codes.get(name) ?? 0) + count);
}
const sum = (of: (result: RoundResult) => number): number => results.reduce((total, result) => total + of(result), 0);
say(
  `seeds ${first} to ${first + rounds - 1}: ${sum(({ runs }) => runs)} runs, ${sum(({ kills }) => kills)} of them killed`,
);
say(
  [...codes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', '),
);
for (const { seed, broken: what } of broken) say(`seed ${seed}: ${what.join('\n  ')}`);
say(`${broken.length} of ${results.length} rounds broke a promise`);
process.exitCode = broken.length === 0 ? 0 : 1;

function hasNamespaces(): boolean {
  const flags = ['--pid', '--fork', '--kill-child', '--mount-proc', '--time', '--monotonic', '1'];
  return spawnSync('unshare', [...flags, '--', 'true']).status === 0;
}
