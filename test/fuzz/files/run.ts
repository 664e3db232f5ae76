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
/** Number of cases of each kind that a process runs. */
const CHUNK = 600;
/** A process that needs longer than this for one case, in milliseconds, hangs. */
const MAX_CASE_MS = 120_000;

/** The options of a run. */
export interface FileRun {
  /** Total number of files of all kinds. */
  readonly files: number;
  /** The seed of the first case of each kind. Each further case has the next seed. */
  readonly seed: number;
}

/**
 * Reads mutated files of all kinds, in one process per processor. A file that ends or hangs its process is a
 * failure, and the next process continues after it.
 *
 * @returns the results of each kind. The failures name the folder with the files that show a defect
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
  /** `undefined` if the process did not finish. */
  readonly tallies: readonly SentTally[] | undefined;
  /** The kind and seed of the last started case. */
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
