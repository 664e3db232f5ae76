import { readdirSync, readlinkSync } from 'node:fs';

/** What this process has open of a folder and what is in it, or of a file. */
export function openFiles(below: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(below) ? [target] : [];
    } catch {
      // That of the listing itself is closed by now.
      return [];
    }
  });
}
