import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** System calls before which a process pauses at random, so that the time between two of them is longer. */
const CALLS = ['openSync', 'renameSync', 'rmSync', 'writeFileSync', 'closeSync'] as const;

/** Adds the pauses to this process, so that it can be killed or stopped between any two calls that change files. */
export function standStillBetweenCalls(share: number, maxMs: number): void {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (const name of CALLS) {
    const call = fs[name] as (...args: readonly unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: readonly unknown[]) => {
        if (Math.random() < share) Atomics.wait(nothing, 0, 0, Math.random() * maxMs);
        return call(...args);
      },
    });
  }
  syncBuiltinESMExports();
}
