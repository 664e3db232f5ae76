import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { FOLDER } from './install.js';

/** The commands that run programs. */
const RUNTIMES: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  node: [process.execPath],
  bun: [path.join(FOLDER, 'node_modules/@oven/bun-linux-x64/bin/bun'), 'run'],
  // Not the script in .bin: it starts the runtime as a child process, which would survive when the script is killed.
  deno: [
    path.join(FOLDER, 'node_modules/@deno/linux-x64-glibc/deno'),
    'run',
    // Deno's code cache returns the code of an earlier build at the same path.
    '--no-code-cache',
    '--allow-all',
    '--node-modules-dir=manual',
    '--quiet',
  ],
};

/** A program that has a handler behind a framework. */
export interface Program {
  /** Its address, with the secret. */
  readonly url: string;
  /** The events that it has received so far. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** Its other output. */
  readonly output: () => string;
  end(): Promise<void>;
}

/** Starts a program of `test/frameworks/programs/`, and waits until it listens. */
export async function startProgram(
  runtime: string,
  name: string,
  args: readonly string[],
  at: string,
): Promise<Program> {
  const [command = '', ...before] = RUNTIMES[runtime] ?? [];
  const file = path.join(FOLDER, 'programs', name);
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const child = spawn(command, [...before, file, ...args], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] });
  const events: Readonly<Record<string, unknown>>[] = [];
  let others = '';
  child.stderr.on('data', (bytes: Buffer) => {
    others += bytes.toString('utf8');
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${others}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = spoken(line);
      if (typeof said['port'] === 'number') resolve(said['port']);
      else if (said['event'] !== undefined) events.push(said['event'] as Record<string, unknown>);
      else others += `${line}\n`;
    });
  });
  return { url: `http://127.0.0.1:${port}${at}`, events, output: () => others, end: () => end(child) };
}

function spoken(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function end(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
