import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, Line } from './job.js';

/** No line for so long: the process does not come to an end by itself. */
const STILL_MS = { trying: 45_000, loading: 240_000 };

export const linesOf = (path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Line)
    : [];

/** One run of Vitest. @returns whether it was ended because it stood still */
export async function runVitest(sandbox: string, job: Job, name: string): Promise<boolean> {
  const path = join(sandbox, '..', `${name}.job.json`);
  writeFileSync(path, JSON.stringify(job));
  const command = [
    join(sandbox, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'scripts/mutation/vitest.config.ts',
  ];
  const child = spawn(process.execPath, [...command, '--root', sandbox], {
    cwd: sandbox,
    env: { ...process.env, MUTATION_JOB: path },
    stdio: ['ignore', 'ignore', process.env['MUTATION_SHOW'] === undefined ? 'ignore' : 'inherit'],
  });
  let [size, since, stoodStill] = [-1, Date.now(), false];
  const watch = setInterval(() => {
    if (job.mode === 'cover' || !existsSync(job.out)) return;
    const now = statSync(job.out).size;
    if (now !== size) [size, since] = [now, Date.now()];
    const lines = linesOf(job.out);
    const last = lines.at(-1);
    if (Date.now() - since < (last?.says === 'begin' ? STILL_MS.trying : STILL_MS.loading)) return;
    stoodStill = true;
    const pid = lines.findLast((line) => line.pid !== undefined)?.pid;
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
    child.kill('SIGKILL');
  }, 2000);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  return stoodStill;
}
