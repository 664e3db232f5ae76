/**
 * A program that takes a lock: `lock-child.ts FILE LEASE_MS BEAT_MS`, without them with the real times. Says `held`,
 * or `refused` and who has it; then answers `ask` with whether it still has it, and `release`. With `short PATIENCE_MS`
 * in the place of the times it does something short, and says so.
 */
import { createInterface } from 'node:readline';
import { type HeldLock, holdLock, holdLockFor } from '../../src/files/lock/held-lock.js';
import { withLockFor } from '../../src/files/lock/with-lock.js';

const QUICK = { leaseMs: 300, beatMs: 30 };
const [file = '', leaseMs, beatMs] = process.argv.slice(2);
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function answer(lock: HeldLock): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'ask') say(`isHeld: ${lock.isHeld()}`);
    if (line === 'release') {
      lock.release();
      process.exit();
    }
  });
}

if (leaseMs === 'short') {
  try {
    await withLockFor({ ...QUICK, patienceMs: Number(beatMs) }, file, () => say('short'));
  } catch (error) {
    say(String(error));
  }
} else {
  const options = { onWaiting: (holder: string): void => say(`waiting for ${holder}`) };
  const lock = await (leaseMs === undefined
    ? holdLock(file, options)
    : holdLockFor({ leaseMs: Number(leaseMs), beatMs: Number(beatMs) }, file, options)
  ).catch((error: unknown) => ({ holder: String(error) }));
  say('holder' in lock ? `refused: ${lock.holder}` : 'held');
  if ('isHeld' in lock) answer(lock);
}
