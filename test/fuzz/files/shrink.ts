import { mannerOf } from '../kind.js';
import type { Files } from './file-kind.js';

/** How long a smaller file is looked for at most, in milliseconds. */
const MAX_MS = 3000;

/**
 * Makes failing files smaller as long as they fail in the same way: takes pieces out of the one that was changed.
 *
 * @param honest - as they were before
 * @param wrong - what is wrong with them
 * @param check - says what is wrong with other ones
 */
export async function shrunk(
  files: Files,
  honest: Files,
  wrong: string,
  check: (files: Files) => Promise<string | undefined>,
): Promise<Files> {
  const changed = [...files].find(([name, content]) => honest.get(name)?.equals(content) !== true);
  if (changed === undefined) return files;
  const [name] = changed;
  let [, least] = changed;
  const end = performance.now() + MAX_MS;
  const fails = async (content: Buffer): Promise<boolean> => {
    const found = await check(new Map([...files, [name, content]]));
    return found !== undefined && mannerOf(found) === mannerOf(wrong);
  };
  for (let size = Math.ceil(least.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < least.length && performance.now() < end; ) {
      const without = Buffer.concat([least.subarray(0, at), least.subarray(at + size)]);
      if (await fails(without)) least = without;
      else at += size;
    }
  }
  return new Map([...files, [name, least]]);
}
