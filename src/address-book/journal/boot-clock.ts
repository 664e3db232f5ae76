import { readFileSync, readlinkSync } from 'node:fs';

/** A clock that no one sets: it counts from the start of the machine. */
export interface BootClock {
  /** Two processes with one name have one clock; `undefined` where that cannot be known. */
  readonly name: string | undefined;
  nowMs(): number;
}

/** The clock of this machine, since it was started. Only Linux says which start that was. */
export function bootClock(): BootClock {
  return { name: clockName(), nowMs: () => Math.floor(Number(process.hrtime.bigint() / 1_000_000n)) };
}

function clockName(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // A time namespace has an offset of its own.
    return `${boot}/${readlinkSync('/proc/self/ns/time')}`;
  } catch {
    return undefined;
  }
}
