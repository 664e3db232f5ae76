import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { Random } from '../../fuzz/random.js';
import { cassetteFile } from '../cassette-folder.js';

const PROGRAM = fileURLToPath(new URL('./record-track-until-killed.ts', import.meta.url));
/** A long run: `KILLS=100 TRACK_SEED=7`. */
const KILLS = Number(process.env['KILLS'] ?? '4');
const random = new Random(Number(process.env['TRACK_SEED'] ?? '1'));
const fileOf = cassetteFile();

/** Starts a program that records a track. @returns functions that wait for its first output and kill it */
function recording(file: string, track: string, mode: string, from: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, file, track, mode, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => void (output += String(piece)));
  const seen = (): readonly number[] => output.split('\n').slice(0, -1).map(Number);
  return {
    begun: async (): Promise<void> => {
      while (seen().length === 0) await once(child.stdout, 'data');
    },
    kill: async (): Promise<readonly number[]> => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      return seen();
    },
  };
}

/** The group names in the finished recordings of a track. */
function namesOf(file: string, track: string): readonly string[] {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as {
    log: { entries: { _track?: string; _unfinished?: true; request: { postData: { text: string } } }[] };
  };
  return log.entries
    .filter(({ _track, _unfinished }) => _track === track && _unfinished === undefined)
    .map(({ request }) => /<name[^>]*>([^<]*)/.exec(request.postData.text)?.[1] ?? '')
    .toSorted();
}

it(
  'two killed processes that record one cassette lose nothing of each other',
  async () => {
    const file = fileOf();
    const credentials = { username: 'demo', password: 'demo-password' };
    const tape = cassette(file, { transport: createSandbox().transport() }, {});
    const other = tape.track('of neither');
    await new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: other }).addGroup({
      name: 'kept',
    });
    await other.close();
    await tape.close();
    const ended = new Map<string, number>();
    for (let round = 0; round < KILLS; round++) {
      const programs = ['one', 'two'].map((track) => {
        const mode = random.pick(['record', 'update'] as const);
        return { track, program: recording(file, track, mode, (ended.get(track) ?? 0) + 1) };
      });
      await Promise.all(programs.map(({ program }) => program.begun()));
      await new Promise((resolve) => setTimeout(resolve, random.below(120)));
      for (const { track, program } of programs) ended.set(track, (await program.kill()).at(-1) ?? 0);
      // Opening the cassette recovers files of the killed processes.
      await cassette(file, { transport: createSandbox().transport() }, {}).close();
      expect(namesOf(file, 'of neither')).toEqual(['kept']);
      for (const [track, last] of ended) {
        const names = namesOf(file, track);
        // All calls belong to one run: the last reported one, or the next one, which was killed before its report.
        const time = Number(names[0]?.split(' ')[0]);
        expect(names).toEqual([`${time} a`, `${time} b`, `${time} c`, 'always'].toSorted());
        expect([last, last + 1]).toContain(time);
        ended.set(track, time);
      }
    }
  },
  60_000 + KILLS * 10_000,
);
