/**
 * `npm run test:moves -- --rounds N --seed S --at-once N --without isolated,third`: moves in rounds of random commands,
 * kills, copies and other people's changes, until a promise of docs/address-book.md or docs/command-line.md is broken.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ALL, type RoundResult, round } from '../test/moves/round.js';
import type { Switches } from '../test/moves/steps/scene.js';
import { bundle } from './build/bundle.js';

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
const say = (line: string): void => void process.stdout.write(`${line}\n`);
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
const built = mkdtempSync(path.join(tmpdir(), 'moves-program-'));
const results: RoundResult[] = [];
try {
  if (values.program === undefined) await bundle(path.join(built, 'dist', 'js'));
  const program = values.program ?? path.join(built, 'dist', 'js', 'cli.js');
  let next = first;
  const work = async (): Promise<void> => {
    while (next < first + rounds) {
      const seed = next;
      next += 1;
      const result = await round(program, seed, switches);
      results.push(result);
      if (values.log !== undefined) writeFileSync(path.join(values.log, `${seed}.log`), `${result.log.join('\n')}\n`);
      if (result.broken.length > 0)
        say(`${result.log.join('\n')}\n*** seed ${seed}: ${result.broken.length} promises broken`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
} finally {
  rmSync(built, { recursive: true, force: true });
}
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
