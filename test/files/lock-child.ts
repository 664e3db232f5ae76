/**
 * Acquires a lock: `lock-child.ts FILE [LEASE_MS]`. Prints `held`, or `refused` and the holder. Then it answers the
 * line `ask` with whether it still holds the lock, and releases it after the line `release`. `lock-child.ts FILE short
 * WAIT_MS` runs a short function under the lock, and prints `short`.
 */
import { createInterface } from 'node:readline';
import { type HeldLock, holdLock } from '../../src/files/lock/held-lock.js';
import { withLock } from '../../src/files/lock/with-lock.js';

const [file = '', leaseMs, waitMs] = process.argv.slice(2);
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
    await withLock(file, () => say('short'), { leaseMs: 300, waitMs: Number(waitMs) });
  } catch (error) {
    say(String(error));
  }
} else {
  const lock = await holdLock(file, {
    onWaiting: (holder) => say(`waiting for ${holder}`),
    leaseMs: leaseMs === undefined ? undefined : Number(leaseMs),
  }).catch((error: unknown) => ({ holder: String(error) }));
  say('holder' in lock ? `refused: ${lock.holder}` : 'held');
  if ('isHeld' in lock) answer(lock);
}
