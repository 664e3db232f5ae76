import { expect, it } from 'vitest';
import { cassetteFile } from '../cassette-folder.js';
import { play } from './machine.js';

const fileOf = cassetteFile();
/** A long run: `TRACK_RUNS=1000 TRACK_SEED=7`. */
const RUNS = Number(process.env['TRACK_RUNS'] ?? '6');
const FIRST = Number(process.env['TRACK_SEED'] ?? '1');

it.each(['har', 'yaml'])(
  'a track replays exactly its own recordings under random programs: .%s',
  { timeout: 60_000 + RUNS * 5000 },
  async (ending) => {
    let attempts = 0;
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      attempts += await play(fileOf().replace(/calls\.har$/, `${seed}.${ending}`), seed, 8);
    }
    expect(attempts).toBeGreaterThan(RUNS * 8);
  },
);
