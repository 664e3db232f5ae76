import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild, startServer } from './child.js';
import type { ReceivedCall, RunningServer, ScriptedResponse } from './peer.js';

/**
 * Starts a server without a gateway. It shares a folder with the test: it returns the content of the file `response`,
 * and appends the decoded input of each call to the file `received` as a line of JSON.
 *
 * @param command - returns the command line of a server that listens on a port of 127.0.0.1
 * @param path - the path of the endpoint
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
 * Writes a response in a form that is easy to parse in any language: one token per line. `{` name value … `}`,
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
