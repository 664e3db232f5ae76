import { rmSync } from 'node:fs';
import path from 'node:path';
import { createLock, describeHolder, readLock } from '../../../../src/files/lock/lock-file.js';
import { withLock } from '../../../../src/files/lock/with-lock.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind } from '../file-kind.js';

const NAME = 'calls.har';
const TOKENS = ['{', '}', '"', ':', ',', '\\', '\n', '{"lock":', '"pid":', '"since":', '\0', '1', '-', ' '] as const;

/** No owner renews its lock, and no caller waits. */
const TIMES = { leaseMs: 30, waitMs: 0 };

/** Lock files. */
export const lockFiles: FileKind = {
  name: 'lock-file',
  form: 'json',
  tokens: TOKENS,
  place: /calls\.har/,
  // A lock is one line. Longer content is not read.
  honest: (random) => ({
    files: new Map([[`${NAME}.lock`, Buffer.from(lockText(random))]]),
    readers: [
      {
        name: 'record',
        read: (folder) => {
          const lock = path.join(folder, `${NAME}.lock`);
          const { isLock = false, record } = readLock(lock) ?? {};
          if (record !== undefined) {
            rmSync(lock);
            createLock(lock, record);
            const again = readLock(lock)?.record;
            if (JSON.stringify(again) !== JSON.stringify(record)) throw new Broken(JSON.stringify([record, again]));
          }
          const holder = describeHolder(record);
          if (!/^[\x20-\x7e]{1,400}$/.test(holder))
            throw new Broken(`the holder is shown as ${JSON.stringify(holder)}`);
          if (record !== undefined) return { outcome: 'lock' };
          return { outcome: isLock ? 'incomplete' : 'foreign' };
        },
      },
      { name: 'taken', read: (folder) => withLock(path.join(folder, NAME), () => ({ outcome: 'taken' }), TIMES) },
    ],
  }),
};

function lockText(random: Random): string {
  const record = {
    lock: 1,
    token: random.pick(['0', '7', 'f']).repeat(32),
    host: random.pick(['build-3', 'localhost']),
    pid: 1 + random.below(1_000_000),
    system: 'b0b0b0b0-0000-4000-8000-000000000000 pid:[4026531836] time:[4026531834]',
    thread: random.below(1_000_000),
    start: random.below(1_000_000),
    since: '2026-11-22T14:00:00Z',
  };
  return `${JSON.stringify(record)}\n`;
}
