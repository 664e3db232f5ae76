import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, freePort, startChild } from './child.js';
import type { ReceivedCall, RunningServer, ScriptedResponse } from './peer.js';

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 20_000;

/**
 * Starts a server that has no gateway behind it. It shares a folder with us: it answers with what the file `response`
 * says, and adds to the file `received` what it decoded, a line of JSON per call.
 *
 * @param command - makes the command line of a server that listens on a port of 127.0.0.1
 * @param path - of the endpoint
 */
export async function startScripted(
  command: (port: number, folder: string) => readonly [program: string, ...args: string[]],
  path = '/soap',
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-interop-'));
  let log = '';
  // Between looking for a free port and listening on it, someone else may take it.
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const port = await freePort();
    const [program, ...args] = command(port, folder);
    const child = startChild(program, args);
    if (await listens(port, child)) return running(`http://127.0.0.1:${port}${path}`, child, folder);
    await child.stop();
    log += child.log();
  }
  await rm(folder, { recursive: true, force: true });
  throw new Error(`the server does not start: ${log}`);
}

async function listens(port: number, child: Child): Promise<boolean> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !child.hasEnded(); ) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return true;
    await sleep(20);
  }
  return false;
}

function running(url: string, child: Child, folder: string): RunningServer {
  const received = join(folder, 'received');
  return {
    url,
    reset: async () => {
      writeFileSync(received, '');
    },
    responseNext: (response) => writeFileSync(join(folder, 'response'), written(response)),
    received: async () => {
      if (child.hasEnded()) throw new Error(`the server has ended: ${child.log()}`);
      const lines = (await readFile(received, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as ReceivedCall);
    },
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A response in a form that needs no parser worth the name in any language: a token per line. `{` name value … `}`,
 * `[` value … `]`, `nil`, a number as it is, and a text after `"` with everything unusual as `%` and two digits.
 */
function written(response: ScriptedResponse): string {
  return `${tokens(response).join('\n')}\n`;
}

function tokens(value: unknown): string[] {
  if (value === null || value === undefined) return ['nil'];
  if (Array.isArray(value)) return ['[', ...value.flatMap(tokens), ']'];
  if (typeof value === 'object') {
    return ['{', ...Object.entries(value).flatMap(([name, field]) => [name, ...tokens(field)]), '}'];
  }
  if (typeof value === 'string') return [`"${encodeURIComponent(value)}`];
  if (typeof value === 'number') return [String(value)];
  throw new TypeError(`a response cannot hold a ${typeof value}`);
}
