import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** At which calls of the system a process stands still now and then: what lies between two of them takes longer so. */
const CALLS = ['openSync', 'renameSync', 'rmSync', 'writeFileSync', 'closeSync'] as const;

/** Makes a process one that may be killed or stopped between any two calls that change files. */
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
