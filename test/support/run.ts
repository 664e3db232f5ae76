import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null;
  /** Standard output and error together, in the order in which they came. */
  readonly output: string;
}

/** Runs a command until it ends. Default folder: the root of the repository. */
export function run(command: string, args: readonly string[], cwd: string = ROOT): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (piece: Buffer): void => {
      output += piece.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Runs a program of a development package. */
export function runBin(name: string, args: readonly string[], cwd?: string): Promise<CommandResult> {
  return run(`${ROOT}node_modules/.bin/${name}`, args, cwd);
}
