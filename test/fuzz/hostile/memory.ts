import { fileURLToPath } from 'node:url';
import { run } from '../../support/run.js';

const CHILD = fileURLToPath(new URL('./memory-child.ts', import.meta.url));

/**
 * Decodes kinds of hostile documents in a process whose heap has a limit.
 *
 * @param names - the names of the kinds
 * @param bytes - size of each document
 * @param heapMb - the limit in megabytes; the TypeScript runtime needs about 20
 * @returns the output of the process if the heap was too small, otherwise `undefined`
 */
export async function heapBroken(names: readonly string[], bytes: number, heapMb: number): Promise<string | undefined> {
  const options = [`--max-old-space-size=${heapMb}`, '--import', 'tsx'];
  const { code, output } = await run(process.execPath, [...options, CHILD, String(bytes), ...names]);
  return code === 0 ? undefined : `ended with ${code} after ${output.slice(0, 10_000)}`;
}
