import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CLOCK = fileURLToPath(new URL('./shifted-clock.cjs', import.meta.url));

/** Options of a run. */
export interface Container {
  /** The built command. */
  readonly program: string;
  readonly folder: string;
  /** Whether each process runs in new namespaces as process 1. */
  readonly isolated: boolean;
  /** How far its monotonic clock is ahead, in seconds; `undefined` for no time namespace. */
  readonly monotonicS: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** How a run of the command has ended. */
export interface Ended {
  readonly args: readonly string[];
  /** `null` if it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A run that has not ended. */
export interface Running {
  readonly ended: Promise<Ended>;
  readonly hasEnded: boolean;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGINT'): void;
}

/** Starts the command. */
export function start(container: Container, args: readonly string[]): Running {
  const { program, folder, isolated, monotonicS, environment } = container;
  const env = { PATH: process.env.PATH, HOME: folder, NODE_OPTIONS: `--require ${CLOCK}`, ...environment };
  const node = [process.execPath, program, ...args];
  const time = monotonicS === undefined ? [] : ['--time', '--monotonic', String(monotonicS)];
  const words = isolated
    ? ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', ...time, '--', ...node]
    : node;
  const child = spawn(words[0] ?? '', words.slice(1), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err, wasKilled, hasEnded] = ['', '', false, false];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      hasEnded = true;
      resolve({ args, code: wasKilled ? null : code, out, err });
    });
  });
  return {
    ended,
    get hasEnded() {
      return hasEnded;
    },
    signal: (name) => {
      if (hasEnded) return;
      const pid = isolated ? innerPid(child) : child.pid;
      if (pid === undefined) return;
      if (name === 'SIGKILL') wasKilled = true;
      try {
        process.kill(pid, name);
      } catch {
        // It has just ended.
        wasKilled = false;
      }
    },
  };
}

/** The outer id of the process with pid 1 in its namespace; `undefined` before it exists. */
function innerPid({ pid }: ChildProcess): number | undefined {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return child === undefined || child === '' ? undefined : Number(child);
  } catch {
    return undefined;
  }
}

/** A line that describes a run. */
export function shown({ args, code, out, err }: Ended): string {
  const last = (text: string): string => text.trim().split('\n').slice(-4).join(' | ');
  return `sms-service ${args.join(' ')}  ->  ${code ?? 'killed'}  ${last(out)}  ${last(err)}`.trimEnd();
}
