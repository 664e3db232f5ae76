import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tally } from '../kind.js';
import { FILE_KINDS } from './all.js';
import type { ChunkOfCases, SentTally } from './worker.js';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const WORKER_OPTIONS = ['--expose-gc', '--max-old-space-size=512', '--import', 'tsx'];
/** How many cases of each kind a process runs. */
const CHUNK = 600;
/** A process that is at one case for so long, in milliseconds, hangs. */
const MAX_CASE_MS = 120_000;

/** What is run. */
export interface FileRun {
  /** How many files, of all kinds together. */
  readonly files: number;
  /** The first case of each kind has this seed, every further one the next. */
  readonly seed: number;
}

/**
 * Reads mutated files of all kinds, in as many processes as there are processors; a process that ends or hangs at a
 * file is a failure, and the next one goes on behind it.
 *
 * @returns what came of each kind; files that show a defect lie in the folder that the failure names
 */
export async function fuzzFiles({ files, seed }: FileRun): Promise<readonly Tally[]> {
  const work = mkdtempSync(path.join(tmpdir(), 'fuzz-files-'));
  const kept = path.join(tmpdir(), `fuzz-failures-${seed}`);
  const tallies = new Map(FILE_KINDS.map(({ name }) => [name, emptyTally(name)]));
  const end = seed + Math.ceil(files / FILE_KINDS.length);
  const chunks: { from: number; to: number }[] = [];
  for (let from = seed; from < end; from += CHUNK) chunks.push({ from, to: Math.min(end, from + CHUNK) });
  const worker = async (index: number): Promise<void> => {
    const place = path.join(work, `w${index}`);
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
      const { tallies: sent, at, why } = await runChunk({ ...chunk, work: place, kept, note: `${place}.at` });
      for (const tally of sent ?? []) add(tallies, tally);
      if (sent !== undefined) continue;
      const [name = '', reached = chunk.to] = at;
      tallies.get(name)?.failures.push({ seed: Number(reached), reason: why });
      if (Number(reached) + 1 < chunk.to) chunks.push({ from: Number(reached) + 1, to: chunk.to });
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, (_, index) => worker(index)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return [...tallies.values()];
}

interface ChunkEnd {
  /** `undefined` where the process has not come to its end. */
  readonly tallies: readonly SentTally[] | undefined;
  /** The last case that it has begun: its kind and its seed. */
  readonly at: readonly string[];
  readonly why: string;
}

function runChunk(chunk: ChunkOfCases): Promise<ChunkEnd> {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, [JSON.stringify(chunk)], {
      execArgv: WORKER_OPTIONS,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let tallies: readonly SentTally[] | undefined;
    let said = '';
    let [last, lastMs] = ['', performance.now()];
    const at = (): string => {
      try {
        return readFileSync(chunk.note, 'latin1');
      } catch {
        return '';
      }
    };
    const watch = setInterval(() => {
      const now = at();
      if (now !== last) [last, lastMs] = [now, performance.now()];
      else if (performance.now() - lastMs > MAX_CASE_MS) child.kill('SIGKILL');
    }, 5000);
    child.stderr?.on('data', (piece: Buffer) => {
      said = (said + piece.toString('utf8')).slice(-2000);
    });
    child.on('message', (message) => {
      tallies = message as readonly SentTally[];
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(watch);
      resolve({ tallies, at: at().trim().split(' '), why: `the process ends with ${signal ?? code}: ${said}` });
    });
  });
}

function emptyTally(kind: string): Tally {
  return { kind, cases: 0, outcomes: new Map(), made: new Map(), failures: [] };
}

function add(tallies: ReadonlyMap<string, Tally>, { kind, cases, outcomes, made, failures }: SentTally): void {
  const tally = tallies.get(kind);
  if (tally === undefined) return;
  tally.cases += cases;
  for (const [name, count] of outcomes) tally.outcomes.set(name, (tally.outcomes.get(name) ?? 0) + count);
  for (const [name, count] of made) tally.made.set(name, (tally.made.get(name) ?? 0) + count);
  tally.failures.push(...failures);
}
