import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { ConnectionError } from '../../errors/errors.js';
import { systemCode } from '../../errors/system-code.js';
import { lockOf } from './lock-file.js';
import { holderOf } from './lock-record.js';
import { elapsedMs, momentNow, sleepSync } from './moments.js';
import { thisOwner } from './owner.js';
import { Taking } from './taking.js';

/** How long others may hold a lock, and how often is asked whether they still do, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 2;
/** How long a lock in which nobody stands must not change until it counts as left, in milliseconds. */
const INCOMPLETE_MS = 1000;
/** After this, in milliseconds, whoever was about to replace a lock that was taken slowly has done it. */
const SETTLE_MS = 50;

const READ_ONLY: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Does something short while no other process and no other thread may do it to the same file. The lock is that of
 * {@link holdLock}, but while it is held no sign of life is given: one whose owner is not known to be dead is never
 * taken.
 *
 * @param onlyReads - it needs no lock where nobody can write: in a folder that cannot be written to
 * @throws ConnectionError that names who has it when somebody else holds the lock for ten seconds
 */
export function withLock<T>(file: string, act: () => T, onlyReads: boolean = false): T {
  return withLockFor(MAX_WAIT_MS, file, act, onlyReads);
}

/** {@link withLock} with another time to wait. */
export function withLockFor<T>(maxWaitMs: number, file: string, act: () => T, onlyReads: boolean = false): T {
  let taking: Taking | undefined;
  try {
    taking = taken(maxWaitMs, file, onlyReads);
  } catch (error) {
    if (!onlyReads || !READ_ONLY.has(systemCode(error))) throw error;
  }
  try {
    return act();
  } finally {
    taking?.release();
  }
}

function taken(maxWaitMs: number, file: string, onlyReads: boolean): Taking {
  const options = { owner: thisOwner(), leaseMs: Number.POSITIVE_INFINITY, incompleteMs: INCOMPLETE_MS };
  const taking = new Taking(lockOf(file), options);
  const start = momentNow();
  let last = { holder: 'others', lock: taking.lock };
  for (;;) {
    const attempt = taking.attempt();
    if (attempt.kind === 'taken') {
      if (attempt.isSure) return taking;
      sleepSync(SETTLE_MS);
      if (taking.isOwn()) return taking;
    }
    if (attempt.kind === 'busy') {
      if (onlyReads) accessSync(path.dirname(taking.lock), constants.W_OK);
      last = { holder: holderOf(attempt.found.content), lock: attempt.lock };
    }
    if (elapsedMs(start) > maxWaitMs) {
      const advice = `remove ${last.lock} if that no longer runs`;
      throw new ConnectionError(`${file} is locked by ${last.holder}: ${advice}`, 'not-sent');
    }
    sleepSync(POLL_MS);
  }
}
