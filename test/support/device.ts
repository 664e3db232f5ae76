import { execFileSync } from 'node:child_process';
import path from 'node:path';

const MINORS = { null: '3', full: '7' } as const;

/**
 * A device that takes everything (`null`) or nothing (`full`). Root gets one of its own: a program that is wrong could
 * put a file in the place of the one that everybody uses.
 */
export function deviceIn(folder: string, name: 'null' | 'full'): string {
  if (process.getuid?.() !== 0) return `/dev/${name}`;
  const file = path.join(folder, name);
  execFileSync('mknod', ['-m', '666', file, 'c', '1', MINORS[name]]);
  return file;
}
