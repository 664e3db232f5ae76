import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Maximum cost of a file, as a multiple of a valid file of the same size. */
const MAX_MULTIPLE = 5;
/** Costs below these limits are not compared: processor time in milliseconds, and memory. */
const FLOOR_MS = 40;
const FLOOR_BYTES = 48 * 1024 * 1024;
/** Maximum waiting time in milliseconds. */
const MAX_WAIT_MS = 5000;
/** Number of measurements of an expensive file. */
const ATTEMPTS = 3;

/** No cost. */
export const FREE = { ms: 0, bytes: 0 };

/** The cost of a run. */
export interface Cost {
  /** Time of the processor. */
  readonly ms: number;
  /** Elapsed time. */
  readonly wallMs: number;
  /** Peak of additional memory; 0 if unknown. */
  readonly bytes: number;
}

/** A repeatable run. */
type Run = () => Promise<unknown>;

/** Measures a run. @param isExact - collects garbage first, which takes time */
export async function costOf(run: Run, isExact: boolean): Promise<Cost> {
  const memory = beginPeak(isExact);
  const start = performance.now();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, wallMs: performance.now() - start, bytes: memory?.() ?? 0 };
}

/** Returns true if a cost is too high compared with a valid file. */
export function isDear({ ms, wallMs, bytes }: Cost, honest: Pick<Cost, 'ms' | 'bytes'>): boolean {
  return (
    ms > FLOOR_MS + MAX_MULTIPLE * honest.ms ||
    bytes > FLOOR_BYTES + MAX_MULTIPLE * honest.bytes ||
    wallMs > MAX_WAIT_MS
  );
}

/**
 * Compares an apparently expensive file with a valid file of its size. The runs alternate, so that a temporary
 * slowdown of the machine affects both.
 *
 * @returns the cost of the valid file, and a defect if the other file is really too expensive
 */
export async function compared(
  suspect: Run,
  honest: Run,
): Promise<{ readonly honest: Cost; readonly wrong?: string | undefined }> {
  const least = { suspect: MOST, honest: MOST };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    least.honest = leastOf(least.honest, await costOf(honest, true));
    least.suspect = leastOf(least.suspect, await costOf(suspect, true));
    if (!isDear(least.suspect, least.honest)) return { honest: least.honest };
  }
  const wrong = `costs ${shown(least.suspect)}, and an honest file of its size ${shown(least.honest)}`;
  return { honest: least.honest, wrong };
}

const MOST: Cost = {
  ms: Number.POSITIVE_INFINITY,
  wallMs: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
};

function leastOf(one: Cost, other: Cost): Cost {
  return {
    ms: Math.min(one.ms, other.ms),
    wallMs: Math.min(one.wallMs, other.wallMs),
    bytes: Math.min(one.bytes, other.bytes),
  };
}

function shown({ ms, wallMs, bytes }: Cost): string {
  return `${ms.toFixed(0)} ms (${wallMs.toFixed(0)} by the clock) and ${(bytes / 1e6).toFixed(0)} MB`;
}

const RESET = '/proc/self/clear_refs';
const HAS_PEAK: boolean = existsSync(RESET);

/** Starts to measure the memory of the process. @returns a function that returns the peak increase; Linux only */
function beginPeak(isExact: boolean): (() => number) | undefined {
  if (!HAS_PEAK) return undefined;
  if (isExact) globalThis.gc?.();
  // Resets the peak of the process.
  writeFileSync(RESET, '5');
  const before = statusBytes('VmRSS');
  return () => Math.max(0, statusBytes('VmHWM') - before);
}

function statusBytes(name: string): number {
  const status = readFileSync('/proc/self/status', 'latin1');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}
