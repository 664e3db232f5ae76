import { setMaxListeners } from 'node:events';
import { MAX_TIMER_MS } from '../options/check.js';

/** Keeps a time within what a timer can wait: a longer one would be over at once. */
export function timerMs(ms: number): number {
  return Math.min(ms, MAX_TIMER_MS);
}

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  readonly closing?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export type WaitEnd = 'aborted' | 'closed' | 'timeout';

/**
 * Calls back once when waiting ends; immediately if a signal is already aborted.
 *
 * @returns a function that stops waiting
 */
export function onWaitEnd({ signal, closing, timeoutMs }: WaitLimits, listener: (end: WaitEnd) => void): () => void {
  if (signal === undefined && closing === undefined && timeoutMs === undefined) return NOTHING;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    closing?.removeEventListener('abort', close);
  };
  const end = (what: WaitEnd): void => {
    stop();
    listener(what);
  };
  const abort = (): void => end('aborted');
  const close = (): void => end('closed');
  if (signal?.aborted || closing?.aborted) {
    listener(signal?.aborted ? 'aborted' : 'closed');
    return stop;
  }
  for (const [one, act] of [[signal, abort] as const, [closing, close] as const]) {
    if (one === undefined) continue;
    // Many calls may share a signal; a warning about that would be noise.
    setMaxListeners(0, one);
    one.addEventListener('abort', act, { once: true });
  }
  if (timeoutMs !== undefined) timer = setTimeout(() => end('timeout'), timerMs(timeoutMs));
  return stop;
}

const NOTHING = (): void => undefined;

/**
 * Waits, unless a signal ends that early; at once for 0.
 *
 * @returns whether the time was waited out
 */
export async function pause(ms: number, { signal, closing }: Omit<WaitLimits, 'timeoutMs'>): Promise<boolean> {
  if (signal?.aborted || closing?.aborted) return false;
  if (ms <= 0) return true;
  return new Promise((resolve) => {
    onWaitEnd({ signal, closing, timeoutMs: ms }, (end) => resolve(end === 'timeout'));
  });
}
