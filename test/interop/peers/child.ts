import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process of another stack. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Its standard error so far, for messages. */
  log(): string;
  /** True if the process has ended. */
  hasEnded(): boolean;
  /** Ends this process and waits until it has exited. */
  stop(): Promise<void>;
}

/** The functions that end the running processes. */
const KILLS = new Set<() => boolean>();
process.on('exit', () => {
  for (const kill of KILLS) kill();
});

/** Starts a process that does not outlive this one. */
export function startChild(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Child {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8');
  });
  child.on('error', (error) => {
    log += `${error.message}\n`;
  });
  // An error of writing to a process that has just ended must not end the test run. Other code detects the end.
  child.stdin.on('error', () => undefined);
  const kill = (): boolean => child.kill('SIGKILL');
  KILLS.add(kill);
  child.once('close', () => KILLS.delete(kill));
  const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    process: child,
    log: () => log,
    hasEnded,
    stop: async () => {
      if (hasEnded()) return;
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

/** Finds an unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

const [START_ATTEMPTS, START_TIMEOUT_MS] = [3, 20_000];

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param start - starts it on a port of 127.0.0.1; called again if another process took the port
 * @throws Error with the output of the server
 */
export async function startServer(
  name: string,
  start: (port: number) => Child | Promise<Child>,
): Promise<{ readonly port: number; readonly child: Child }> {
  let log = '';
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const port = await freePort();
    const child = await start(port);
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !child.hasEnded(); await sleep(20)) {
      if (await accepts(port)) return { port, child };
    }
    await child.stop();
    log += child.log();
  }
  throw new Error(`${name} does not start: ${log}`);
}

/** Returns true if a server accepts connections on a port of 127.0.0.1. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
