import { lstat, realpath, type Stats, stat } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from '../errors/service-error.js';

export type Destination =
  | { readonly kind: 'free' | 'taken'; readonly file: string }
  | { readonly kind: 'folder' | 'socket' | 'pipe' | 'device' };

/**
 * Examines the path of a file to write.
 *
 * @returns for an existing file, the target of a link; for a broken link, the link
 */
export async function destinationOf(name: string): Promise<Destination> {
  const file = path.resolve(name);
  const link = await orNothing(promisify(lstat)(file));
  if (link === undefined) return { kind: 'free', file };
  if (!link.isSymbolicLink()) return ofStats(link, file);
  const stats = await orNothing(promisify(stat)(file));
  return stats === undefined ? { kind: 'taken', file } : ofStats(stats, await promisify(realpath)(file));
}

function ofStats(stats: Stats, file: string): Destination {
  if (stats.isFile()) return { kind: 'taken', file };
  if (stats.isDirectory()) return { kind: 'folder' };
  if (stats.isSocket()) return { kind: 'socket' };
  return { kind: stats.isFIFO() ? 'pipe' : 'device' };
}

async function orNothing(found: Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await found;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ELOOP') return undefined;
    throw error;
  }
}
