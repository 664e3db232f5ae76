import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pause } from '../../../src/transport/time-limits.js';
import type { Random } from '../../fuzz/random.js';

const CHILD = fileURLToPath(new URL('./move-child.ts', import.meta.url));
const MAX_RUNS = 200;

/** Work that is run again until it is done. */
export interface KilledWork {
  /** The arguments of `move-child.ts`. */
  readonly args: readonly string[];
  readonly journal: string;
  /** How often the process is killed, if it runs long enough. */
  readonly kills: number;
  readonly random: Random;
}

/** Runs a process repeatedly, and kills it at random times. */
export async function runUntilDone({
  args,
  journal,
  kills,
  random,
}: KilledWork): Promise<{ readonly runs: number; readonly killed: number }> {
  let killed = 0;
  for (let runs = 1; runs <= MAX_RUNS; runs++) {
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [code] = await (killed < kills ? killLater(child, ended, random.below(1500)) : ended);
    if (code === null) {
      killed += 1;
      // A crash can cut the last line.
      if (existsSync(journal) && random.chance(0.3)) appendFileSync(journal, '{"beg');
    }
    if (code === 0) return { runs, killed };
  }
  throw new Error(`not done after ${MAX_RUNS} runs: ${args[0]}`);
}

async function killLater<T>(child: ChildProcess, ended: Promise<T>, ms: number): Promise<T> {
  const started = child.stdout === null ? undefined : once(child.stdout, 'data');
  await Promise.race([started, ended]);
  await Promise.race([pause(ms, {}), ended]);
  child.kill('SIGKILL');
  return ended;
}
