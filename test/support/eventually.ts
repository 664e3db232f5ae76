import { vi } from 'vitest';

/** What `look` gives as soon as it neither throws nor rejects; its last error, after 15 seconds of looking. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { interval: 5, timeout: 15_000 });
}
