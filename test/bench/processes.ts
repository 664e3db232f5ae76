import { execFile, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../support/run.js';

const exec = promisify(execFile);

/** Runs a script of this folder in a process of its own and gives the JSON that it prints. */
export async function measureIn<T>(script: string, ...args: string[]): Promise<T> {
  const command = ['--import', 'tsx', `${ROOT}test/bench/${script}`, ...args];
  const { stdout } = await exec(process.execPath, command, { cwd: ROOT, maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as T;
}

/** Runs a small program to its end and gives the time that took, in milliseconds. */
export async function timeToRun(program: string, cwd: string): Promise<number> {
  const start = performance.now();
  await exec(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  return performance.now() - start;
}

/** Starts the server that calls are measured against. */
export function startServer(): Promise<{ readonly url: string; stop(): void }> {
  const child = fork(`${ROOT}test/bench/server.ts`, [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout?.once('data', (line: Buffer) => {
      resolve({ url: line.toString('utf8').trim(), stop: () => child.disconnect() });
    });
  });
}
