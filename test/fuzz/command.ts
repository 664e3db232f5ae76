import { generatedKinds, HOSTILE, hostileNamed } from './hostile/kinds.js';
import { measureHostile } from './hostile/report.js';
import { type Kind, runCase, type Tally, tallyOf } from './kind.js';
import { allKinds } from './kinds/all.js';

/** What `npm run fuzz` is told. */
export interface FuzzOptions {
  /** How long new cases are tried. Hostile documents are measured first, which takes up to a minute. */
  readonly seconds: number;
  /** The first case of each kind has this seed, every further one the next. */
  readonly seed: number;
  /** One case to run again: `kind:seed`; or `hostile:name of the kind`. */
  readonly only: string | undefined;
}

/** Sizes of hostile documents: for a long run, and for one that has no minute to spend on them. */
const HOSTILE_BYTES = { long: 2_000_000, short: 300_000 };
const SHORT_SECONDS = 60;

/** How many generated kinds a long run tries besides those of every run. */
const MORE_GENERATED = 160;

/** The most failures of a kind that are printed. */
const MAX_PRINTED = 20;
/** Between two looks at the clock. */
const BATCH = 50;

/**
 * Fuzzes for some time and prints what was tried and what was wrong.
 *
 * @returns the exit code: 1 when anything was wrong
 */
export async function fuzz({ seconds, seed, only }: FuzzOptions, print: (line: string) => void): Promise<number> {
  if (!Number.isFinite(seconds) || !Number.isSafeInteger(seed)) throw new Error('--seconds and --seed take a number');
  const kinds = allKinds();
  if (only !== undefined) return again(kinds, only, print);

  print(`seed ${seed}, ${seconds} seconds`);
  const length = seconds < SHORT_SECONDS ? 'short' : 'long';
  const generated = generatedKinds(length === 'long' ? MORE_GENERATED : 0, seed);
  const wrong = await measureHostile(HOSTILE, generated, HOSTILE_BYTES[length], print);
  const tallies = kinds.map((kind) => ({ kind, tally: tallyOf(kind) }));
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    for (const { kind, tally } of tallies) {
      for (let index = 0; index < BATCH; index++) await runCase(kind, seed + round * BATCH + index, tally);
    }
  }
  for (const { tally } of tallies) summarize(tally, print);
  const failures = tallies.reduce((sum, { tally }) => sum + tally.failures.length, wrong);
  print(failures === 0 ? 'nothing wrong' : `${failures} failures`);
  return failures === 0 ? 0 : 1;
}

async function again(kinds: readonly Kind[], only: string, print: (line: string) => void): Promise<number> {
  const [name, rest = ''] = only.split(/:(.*)/s);
  if (name === 'hostile') {
    const kind = hostileNamed(rest);
    if (kind === undefined) throw new Error(`there is no kind of hostile document called "${rest}"`);
    return (await measureHostile([kind], [], HOSTILE_BYTES.long, print)) === 0 ? 0 : 1;
  }
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined || !/^-?\d+$/.test(rest)) {
    throw new Error(`--case takes KIND:SEED, the kind one of ${kinds.map((one) => one.name).join(', ')}`);
  }
  const tally = tallyOf(kind);
  await runCase(kind, Number(rest), tally);
  summarize(tally, print);
  return tally.failures.length === 0 ? 0 : 1;
}

function summarize({ kind, cases, outcomes, made, failures }: Tally, print: (line: string) => void): void {
  print(`\n${kind}: ${cases} cases; ${listOf(outcomes)}`);
  if (made.size > 0) print(`  made by ${listOf(made)}`);
  for (const { seed, reason } of failures.slice(0, MAX_PRINTED)) {
    print(
      `  FAILURE, run it again with: npm run fuzz -- --case ${kind}:${seed}\n    ${reason.replaceAll('\n', '\n    ')}`,
    );
  }
  if (failures.length > MAX_PRINTED) print(`  and ${failures.length - MAX_PRINTED} more`);
}

function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
