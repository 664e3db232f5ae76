/** The longest time that a timer of Node.js can wait, about 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** Keeps a time within what a timer can wait: a longer one would be over at once. */
export function timerMs(ms: number): number {
  return Math.min(ms, MAX_TIMER_MS);
}

/**
 * Waits; at once for 0.
 *
 * @param signal - ends the waiting early
 * @returns whether the time was waited out
 */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return false;
  if (ms <= 0) return true;
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    }, timerMs(ms));
    signal?.addEventListener('abort', stop, { once: true });
  });
}
