import { execFile, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { ROOT } from '../support/run.js';

const exec = promisify(execFile);

/** At the depth of this folder, because the scripts use relative paths. */
const BUILT = `${ROOT}.cache/bench/`;

/**
 * Builds the scripts that measure in the way the package is built: `tsx` wraps every function that it translates, which
 * costs a call over HTTP a tenth of its time. The peers stay as they are installed.
 */
export async function buildScripts(...scripts: readonly string[]): Promise<void> {
  await build({
    entryPoints: scripts.map((script) => `${ROOT}test/bench/${script}.ts`),
    outdir: BUILT,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
}

/** Runs a built script in its own process and returns the JSON that it prints. */
export async function measureIn<T>(script: string, ...args: string[]): Promise<T> {
  const { stdout } = await exec(process.execPath, [`${BUILT}${script}.mjs`, ...args], {
    cwd: ROOT,
    maxBuffer: 1 << 24,
  });
  return JSON.parse(stdout) as T;
}

/** Runs a small program to its end and gives the time that took, in milliseconds. */
export async function timeToRun(program: string, cwd: string): Promise<number> {
  const start = performance.now();
  await exec(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  return performance.now() - start;
}

/** Starts the server that calls are measured against. */
export function startServer(script: string = 'server'): Promise<{ readonly url: string; stop(): void }> {
  const child = fork(`${BUILT}${script}.mjs`, [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout?.once('data', (line: Buffer) => {
      resolve({ url: line.toString('utf8').trim(), stop: () => child.disconnect() });
    });
  });
}
