import { readdirSync, readlinkSync } from 'node:fs';

/** What this process has open in a folder. */
export function openFiles(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      // That of the listing itself is closed by now.
      return [];
    }
  });
}
