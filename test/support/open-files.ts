import { readdirSync, readlinkSync } from 'node:fs';

/** The open files of this process in a folder, or a single open file. */
export function openFiles(below: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(below) ? [target] : [];
    } catch {
      // The descriptor of the listing is already closed.
      return [];
    }
  });
}
