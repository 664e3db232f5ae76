import { onAbort } from './on-abort.js';

/** The longest time that a timer of Node.js can wait, about 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** Keeps a time within what a timer can wait: a longer one would be over at once. */
export function timerMs(ms: number): number {
  return Math.min(ms, MAX_TIMER_MS);
}

/**
 * Waits; at once for 0.
 *
 * @param signals - any of them ends the waiting early
 * @returns whether the time was waited out
 */
export async function pause(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<boolean> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.some(({ aborted }) => aborted)) return false;
  if (ms <= 0) return true;
  return new Promise((resolve) => {
    const end = (isOver: boolean): void => {
      clearTimeout(timer);
      for (const unlisten of listening) unlisten();
      resolve(isOver);
    };
    const stop = (): void => end(false);
    const timer = setTimeout(() => end(true), timerMs(ms));
    const listening = given.map((signal) => onAbort(signal, stop));
  });
}
