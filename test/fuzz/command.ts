import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureBodies } from './callbacks/cost.js';
import { FILE_KINDS } from './files/all.js';
import { mutatedFiles } from './files/file-case.js';
import { fuzzFiles } from './files/run.js';
import { generatedKinds, HOSTILE, hostileNamed } from './hostile/kinds.js';
import { measureHostile } from './hostile/report.js';
import { type Kind, mannerOf, runCase, type Tally, tallyOf } from './kind.js';
import { allKinds } from './kinds/all.js';

/** The options of `npm run test:slow -- fuzz`. */
export interface FuzzOptions {
  /** Time for new cases. Hostile documents are measured first, which takes up to a minute. */
  readonly seconds: number;
  /** Number of files of all kinds. With 0 seconds, only files are tested. */
  readonly files: number;
  /** The seed of the first case of each kind. Each further case has the next seed. */
  readonly seed: number;
  /** One case to run again: `kind:seed`; or `hostile:name of the kind`. */
  readonly only: string | undefined;
}

/** Sizes of hostile documents in a long run, and in a run of less than a minute. */
const HOSTILE_BYTES = { long: 2_000_000, short: 300_000 };
const SHORT_SECONDS = 60;

/** Number of additional generated kinds in a long run. */
const MORE_GENERATED = 160;

/** Maximum number of distinct failures to print for each kind. */
const MAX_PRINTED = 20;
/** Number of cases between two checks of the time. */
const BATCH = 50;

/**
 * Fuzzes for the given time and prints the tested cases and the failures.
 *
 * @returns the exit code: 1 if there was a failure
 */
export async function fuzz(
  { seconds, files, seed, only }: FuzzOptions,
  print: (line: string) => void,
): Promise<number> {
  if (!Number.isFinite(seconds) || !Number.isSafeInteger(seed) || !Number.isSafeInteger(files)) {
    throw new Error('--seconds, --files and --seed take a number');
  }
  if (only !== undefined) return again([...allKinds(), ...fileKinds()], only, print);

  print(`seed ${seed}, ${seconds} seconds, ${files} files`);
  const wrong = seconds === 0 ? 0 : await fuzzDocuments(seconds, seed, print);
  const tallies = files === 0 ? [] : await fuzzFiles({ files, seed });
  for (const tally of tallies) summarize(tally, print);
  const failures = wrong + tallies.reduce((sum, tally) => sum + tally.failures.length, 0);
  print(failures === 0 ? 'nothing wrong' : `${failures} failures`);
  return failures === 0 ? 0 : 1;
}

/** Fuzzes files of all kinds, one at a time in this process. */
function fileKinds(): readonly Kind[] {
  const [work, kept] = ['fuzz-files', 'fuzz-failures'].map((name) => path.join(tmpdir(), `${name}-again`));
  return FILE_KINDS.map((kind) => mutatedFiles(kind, { work: work ?? '', kept: kept ?? '' }));
}

/** Measures hostile documents, then fuzzes the encoder and decoder. @returns the number of failures */
async function fuzzDocuments(seconds: number, seed: number, print: (line: string) => void): Promise<number> {
  const kinds = allKinds();
  const length = seconds < SHORT_SECONDS ? 'short' : 'long';
  const generated = generatedKinds(length === 'long' ? MORE_GENERATED : 0, seed);
  const bytes = HOSTILE_BYTES[length];
  const wrong = (await measureHostile(HOSTILE, generated, bytes, print)) + (await measureBodies(bytes, print));
  const tallies = kinds.map((kind) => ({ kind, tally: tallyOf(kind) }));
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    for (const { kind, tally } of tallies) {
      for (let index = 0; index < BATCH; index++) await runCase(kind, seed + round * BATCH + index, tally);
    }
  }
  for (const { tally } of tallies) summarize(tally, print);
  return tallies.reduce((sum, { tally }) => sum + tally.failures.length, wrong);
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
  const manners = new Map<string, Tally['failures'][number][]>();
  for (const failure of failures) {
    const alike = manners.get(mannerOf(failure.reason)) ?? [];
    manners.set(mannerOf(failure.reason), [...alike, failure]);
  }
  for (const alike of [...manners.values()].slice(0, MAX_PRINTED)) {
    const { seed = 0, reason = '' } = alike[0] ?? {};
    const times = alike.length === 1 ? '' : `, and ${alike.length - 1} more like it`;
    print(`  FAILURE${times}, run it again with: npm run test:slow -- fuzz --case ${kind}:${seed}`);
    print(`    ${reason.replaceAll('\n', '\n    ')}`);
  }
  if (manners.size > MAX_PRINTED) print(`  and ${manners.size - MAX_PRINTED} ways more`);
}

function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
