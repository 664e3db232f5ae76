import { setMaxListeners } from 'node:events';

/**
 * Listens once to a signal that many calls may share; a warning about that would be noise.
 *
 * @returns ends the listening
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return NOTHING;
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

const NOTHING = (): void => undefined;
