import { readFileSync } from 'node:fs';
import path from 'node:path';
import { holderOf, readRecord, recordText } from '../../../../src/files/lock/lock-record.js';
import { withLockFor } from '../../../../src/files/lock/with-lock.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind } from '../file-kind.js';

const NAME = 'calls.har';
const TOKENS = ['{', '}', '"', ':', ',', '\\', '\n', '{"lock":', '"pid":', '"beat":', '\0', '1', '-', ' '] as const;

/** Nobody gives a sign of life, and it is waited for nobody. */
const TIMES = { leaseMs: 30, beatMs: 3, patienceMs: 0 };

/** Locks of files. */
export const lockFiles: FileKind = {
  name: 'lock-file',
  form: 'json',
  tokens: TOKENS,
  place: /calls\.har/,
  // A lock is one line: of a longer one nothing is read.
  honest: (random) => ({
    files: new Map([[`${NAME}.lock`, Buffer.from(lockText(random))]]),
    readers: [
      {
        name: 'record',
        read: (folder) => {
          const content = readRecord(readFileSync(path.join(folder, `${NAME}.lock`), 'latin1'));
          if (content.kind === 'lock') {
            const again = readRecord(recordText(content.record));
            if (JSON.stringify(again) !== JSON.stringify(content)) throw new Broken(JSON.stringify([content, again]));
          }
          const holder = holderOf(content);
          if (!/^[\x20-\x7e]{1,400}$/.test(holder))
            throw new Broken(`the holder is shown as ${JSON.stringify(holder)}`);
          return { outcome: content.kind };
        },
      },
      { name: 'taken', read: (folder) => withLockFor(TIMES, path.join(folder, NAME), () => ({ outcome: 'taken' })) },
    ],
  }),
};

function lockText(random: Random): string {
  return recordText({
    token: random.pick(['0', '7', 'f']).repeat(32),
    owner: {
      host: random.pick(['build-3', 'localhost']),
      boot: 'b0b0b0b0-0000-4000-8000-000000000000',
      space: 'pid:[4026531836] time:[4026531834]',
      pid: 1 + random.below(1_000_000),
      thread: random.below(1_000_000),
      start: random.below(1_000_000),
    },
    since: '2026-11-22T14:00:00Z',
    beat: random.below(1000),
  });
}
