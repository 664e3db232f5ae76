import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { cassetteFile } from './cassette-folder.js';

const PROGRAM = fileURLToPath(new URL('./record-until-killed.ts', import.meta.url));
const credentials = { username: 'demo', password: 'demo-password' };
describe.each(['har', 'yaml'])('a cassette in .%s', (ending) => {
  const fileOf = cassetteFile(ending);
  let file = '';

  beforeEach(() => {
    file = fileOf();
  });

  /** Starts a program that records. @returns the process, and the names whose responses it has received */
  function recording(...args: readonly string[]): {
    readonly child: ChildProcess;
    readonly seen: () => readonly string[];
  } {
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
    });
    return { child, seen: () => output.split('\n').slice(0, -1) };
  }

  async function killed(child: ChildProcess): Promise<void> {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }

  /** The names of the recorded groups. */
  async function namesIn(padding: number): Promise<ReadonlySet<string>> {
    // Opening the cassette recovers files of the killed process.
    await cassette(file, { transport: createSandbox().transport() }, {}).close();
    // Each group must be complete.
    const groups = readFileSync(file, 'utf8').matchAll(/<name[^>]*>([^<]*)<\/name>[\\n\s]*<info[^>]*>(x*)<\/info>/g);
    const names = Array.from(groups, ([, name = '', info = '']) => {
      expect(info.length).toBe(padding);
      return name;
    });
    return new Set(names);
  }

  describe('a process that is killed while recording', () => {
    it.each([
      ['a small cassette', 0, 4],
      ['a cassette that has grown large', 9000, 2],
    ])('loses no call whose response its caller received: %s', async (_name, padding, rounds) => {
      const all: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const { child, seen } = recording(String(all.length), String(padding));
        // Another number of calls in each round, so that the kill interrupts another write.
        const wanted = 5 + 17 * round + (padding > 0 ? 40 : 0);
        while (seen().length < wanted) await once(child.stdout as NodeJS.ReadableStream, 'data');
        await killed(child);
        all.push(...seen());
        const names = await namesIn(padding);
        expect(all.filter((name) => !names.has(name))).toEqual([]);
      }
      // A process killed before its first write leaves only the lock, which the next recording process takes.
      const transport = cassette(file, { transport: createSandbox().transport() }, {});
      await new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport }).addGroup({ name: 'after' });
      await transport.close();
      expect(existsSync(`${file}.lock`)).toBe(false);
    });
  });

  it.each(['0', '9000'])('a process that exits right after a response loses no call: padding %s', async (padding) => {
    const { child, seen } = recording('0', padding, '5', 'group-60');
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    const names = await namesIn(Number(padding));
    expect(seen()).toContain('group-60');
    expect(seen().filter((name) => !names.has(name))).toEqual([]);
  });

  it('several processes record into one cassette at the same time and lose nothing', async () => {
    const programs = [0, 10_000, 20_000].map((from) => recording(String(from)));
    for (const { child, seen } of programs) {
      while (seen().length < 15) await once(child.stdout as NodeJS.ReadableStream, 'data');
    }
    await Promise.all(programs.map(({ child }) => killed(child)));
    const names = await namesIn(0);
    expect(programs.flatMap(({ seen }) => seen()).filter((name) => !names.has(name))).toEqual([]);
  });
});
