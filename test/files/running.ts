import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

/** A program that runs. */
export interface Program {
  readonly child: ChildProcess;
  /** The lines that it has printed so far. */
  readonly lines: readonly string[];
  /** Waits for the next line of a kind. */
  said(pattern: RegExp): Promise<string>;
  tell(line: string): void;
  /** The id of the program. The started process may only have created the namespace. */
  pid(): number | undefined;
  /** Sends it a signal, if it is running. */
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
  /** Waits for its end. @returns its standard error */
  ended(): Promise<string>;
}

export interface StartOptions {
  /** Runs it as process 1 of a new namespace. */
  readonly isAlone?: boolean;
  /** The new namespace shows the processes of the old one. */
  readonly seesOthers?: boolean;
  readonly uid?: number | undefined;
}

const NAMESPACE = ['--pid', '--fork', '--kill-child'];

/** Builds a program, so that it starts quickly. */
export function buildProgram(source: string, outfile: string): void {
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
}

/** The command that starts a program in a new namespace. */
function inNamespace(seesOthers: boolean): readonly string[] {
  // Users other than root need a user namespace. If that is not allowed, the test fails.
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return ['unshare', ...user, ...NAMESPACE, ...(seesOthers ? [] : ['--mount-proc'])];
}

/** Starts a program. */
export function startProgram(
  command: readonly string[],
  { isAlone = false, seesOthers = false, uid }: StartOptions,
): Program {
  const [file = '', ...args] = isAlone ? [...inNamespace(seesOthers), ...command] : command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], ...(uid === undefined ? {} : { uid }) });
  const lines: string[] = [];
  let [rest, errors, next] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece;
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const pidNow = (): number | undefined => {
    const first = child.pid ?? 0;
    const pid = isAlone ? Number(readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')) : first;
    // A signal to process 0 reaches all processes of the group.
    return pid > 0 ? pid : undefined;
  };
  return {
    child,
    lines,
    async said(pattern) {
      for (;;) {
        while (next < lines.length) {
          const line = lines[next++] ?? '';
          if (pattern.test(line)) return line;
        }
        if (hasEnded()) throw new Error(`the program has ended with the output: ${lines.join('; ')}; ${errors}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
    pid: pidNow,
    signal(signal) {
      const pid = pidNow();
      if (pid !== undefined) process.kill(pid, signal);
    },
    async kill() {
      if (!hasEnded()) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
      }
      await ended;
    },
    async ended() {
      await ended;
      return errors;
    },
  };
}
