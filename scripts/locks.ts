/**
 * `npm run random -- locks --rounds N --seed S --at-once N --kinds cassette,journal --plain`: for each kind of lock,
 * pairs of processes that request it are killed and stopped N times. Each process has its own namespace, in which it is
 * process 1, unless `--plain` is set. No acknowledged write may be lost, no work done twice, and no process may wait for
 * a dead one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProgram } from '../test/files/running.js';
import { Random } from '../test/fuzz/random.js';
import { KINDS, type Kind, type LaneResult, lane } from '../test/locks/lane.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    seed: { type: 'string' },
    'at-once': { type: 'string', default: '8' },
    kinds: { type: 'string', default: KINDS.join(',') },
    plain: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rounds = Number(values.rounds);
const atOnce = Number(values['at-once']);
// Each lane completes at least one round: processes that are killed before they start leave nothing to check.
const lanes = Math.min(rounds, atOnce);
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const kinds = values.kinds.split(',').filter((name): name is Kind => KINDS.some((kind) => kind === name));
const isAlone = !values.plain;
if (isAlone && !hasNamespaces()) {
  say('processes can have no namespaces of their own here; with --plain all are in this one');
  process.exit(1);
}
const built = mkdtempSync(path.join(tmpdir(), 'lock-programs-'));
let hasFailed = false;
try {
  const programs = { cassette: path.join(built, 'cassette.mjs'), journal: path.join(built, 'journal.mjs') };
  for (const [name, file] of Object.entries(programs)) {
    buildProgram(fileURLToPath(new URL(`../test/locks/${name}-child.ts`, import.meta.url)), file);
  }
  const results = new Map(kinds.map((kind) => [kind, [] as LaneResult[]]));
  const waiting = kinds.flatMap((kind) =>
    Array.from({ length: lanes }, (_, index) => ({
      kind,
      rounds: Math.floor((rounds + index) / lanes),
      random: new Random(seed + index),
    })),
  );
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.get(next.kind)?.push(await lane({ ...next, isAlone, programs }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const [kind, ofKind] of results) {
    printResults(kind, ofKind);
    hasFailed ||= ofKind.some(({ broken }) => broken.length > 0);
  }
} finally {
  rmSync(built, { recursive: true, force: true });
}
if (hasFailed) process.exitCode = 1;

function printResults(kind: Kind, results: readonly LaneResult[]): void {
  const sum = (of: (result: LaneResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  const [kills, stops] = [sum((result) => result.kills), sum((result) => result.stops)];
  const [seen, refused] = [sum((result) => result.seen), sum((result) => result.refused)];
  const broken = results.flatMap((result) => result.broken);
  const where = isAlone ? 'in namespaces of their own' : 'in one namespace';
  say(`${kind}, ${where}: ${kills} kills, ${stops} stops, ${seen} acknowledged, ${refused} refused, seed ${seed}`);
  for (const line of broken) say(`*** ${line}`);
}

function hasNamespaces(): boolean {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return spawnSync('unshare', [...user, '--pid', '--fork', '--mount-proc', 'true']).status === 0;
}
