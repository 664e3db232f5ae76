/**
 * `npm run test:restores -- --rounds N --seed S --at-once N`: accounts are exported, spoilt and restored by processes
 * that are killed, until a promise of docs/address-book.md is broken; with `--minutes N` for so long.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type RestoreRound, restoreRound } from '../test/moves/restores/restore-round.js';
import { bundle } from './build/bundle.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rounds = values.minutes === undefined ? Number(values.rounds) : Number.POSITIVE_INFINITY;
const endMs = performance.now() + Number(values.minutes ?? 'Infinity') * 60_000;
const first = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const built = mkdtempSync(path.join(tmpdir(), 'restores-program-'));
const results: RestoreRound[] = [];
let next = first;
try {
  await bundle(path.join(built, 'dist', 'js'));
  const program = path.join(built, 'dist', 'js', 'cli.js');
  const work = async (): Promise<void> => {
    while (next < first + rounds && performance.now() < endMs) {
      const seed = next;
      next += 1;
      const result = await restoreRound(program, seed);
      results.push(result);
      if (result.broken.length > 0)
        say(`${result.log.join('\n')}\n*** seed ${seed}: ${result.broken.length} promises broken`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
} finally {
  rmSync(built, { recursive: true, force: true });
}
const broken = results.filter((result) => result.broken.length > 0);
const sum = (of: (result: RestoreRound) => number): number => results.reduce((total, result) => total + of(result), 0);
say(`seeds ${first} to ${next - 1}: ${sum(({ runs }) => runs)} runs, ${sum(({ kills }) => kills)} of them killed`);
for (const { seed, broken: what } of broken) say(`seed ${seed}: ${what.join('\n  ')}`);
say(`${broken.length} of ${results.length} rounds broke a promise`);
process.exitCode = broken.length === 0 ? 0 : 1;
