import { fileURLToPath } from 'node:url';
import { run } from '../../support/run.js';

const CHILD = fileURLToPath(new URL('./memory-child.ts', import.meta.url));

/**
 * Decodes kinds of hostile documents in a process whose heap has a limit.
 *
 * @param names - of the kinds
 * @param bytes - size of each document
 * @param heapMb - the limit, in megabytes; what runs TypeScript needs about 20 of them
 * @returns what the process said when the heap was too small, `undefined` when it was large enough
 */
export async function heapBroken(names: readonly string[], bytes: number, heapMb: number): Promise<string | undefined> {
  const options = [`--max-old-space-size=${heapMb}`, '--import', 'tsx'];
  const { code, output } = await run(process.execPath, [...options, CHILD, String(bytes), ...names]);
  return code === 0 ? undefined : `ended with ${code} after ${output.slice(0, 10_000)}`;
}
