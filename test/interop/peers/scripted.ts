import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild, startServer } from './child.js';
import type { ReceivedCall, RunningServer, ScriptedResponse } from './peer.js';

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
  const { port, child } = await startServer('the server', (port) => {
    const [program, ...args] = command(port, folder);
    return startChild(program, args);
  });
  return running(`http://127.0.0.1:${port}${path}`, child, folder);
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
