import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeEach } from 'vitest';

/** A program that runs. */
export interface Program {
  readonly child: ChildProcess;
  /** What it has said so far, line by line. */
  readonly lines: readonly string[];
  /** Waits for the next line of a kind. */
  said(pattern: RegExp): Promise<string>;
  tell(line: string): void;
  /** The process itself, as soon as it is there: that which was started may only have made its namespace. */
  pid(): number | undefined;
  /** Sends it a signal, if it is there. */
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
  /** Waits for its end. @returns what it has said of errors */
  ended(): Promise<string>;
}

export interface StartOptions {
  /** In a namespace of its own, where it is process 1. */
  readonly isAlone?: boolean;
  /** There it is shown the processes of the namespace that it was started from. */
  readonly seesOthers?: boolean;
  readonly uid?: number | undefined;
}

const NAMESPACE = ['--pid', '--fork', '--kill-child'];

/** Gives every test a folder of its own, from which the lock of a file is asked for. */
export function lockFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'locks-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => folder;
}

/** Builds a program of this folder, so that it starts quickly. @returns its file */
export function programFile(name: string): string {
  const built = mkdtempSync(path.join(tmpdir(), 'lock-program-'));
  chmodSync(built, 0o755);
  const outfile = path.join(built, 'program.mjs');
  const source = fileURLToPath(new URL(name, import.meta.url));
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  return outfile;
}

/** @returns starts a program; what still runs at the end of a test is killed */
export function programStart(file: string): (args: readonly string[], options?: StartOptions) => Program {
  const all = new Set<Program>();
  afterEach(async () => {
    await Promise.all([...all].map((program) => program.kill()));
    all.clear();
  });
  return (args, options = {}) => {
    const program = started([process.execPath, file, ...args], options);
    all.add(program);
    return program;
  };
}

function started(command: readonly string[], { isAlone = false, seesOthers = false, uid }: StartOptions): Program {
  // Who is not the superuser may do that in a user namespace only; where it is not allowed at all, the test fails.
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const shown = seesOthers ? [] : ['--mount-proc'];
  const [file = '', ...args] = isAlone ? ['unshare', ...user, ...NAMESPACE, ...shown, ...command] : command;
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
    // Signals to process 0 go to everybody.
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
        if (hasEnded()) throw new Error(`the program has ended, and said: ${lines.join('; ')}; ${errors}`);
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
