import { fstat, lstat, realpath, type Stats, stat } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from '../errors/system-code.js';

export type Destination =
  | { readonly kind: 'free' | 'taken'; readonly file: string }
  | { readonly kind: 'folder' | 'socket' | 'pipe' | 'device' }
  /** Open in this process already. */
  | { readonly kind: 'descriptor'; readonly descriptor: number };

const STANDARD: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2 };

/**
 * Examines the path of a file to write.
 *
 * @returns for an existing file, the target of a link; for a broken link, the link
 */
export async function destinationOf(given: string): Promise<Destination> {
  const file = path.resolve(given);
  const descriptor = STANDARD[file] ?? /^\/(?:dev|proc\/self)\/fd\/(\d{1,9})$/.exec(file)?.[1];
  if (descriptor !== undefined) return ofDescriptor(Number(descriptor));
  const link = await orNothing(promisify(lstat)(file));
  if (link === undefined) return { kind: 'free', file };
  if (!link.isSymbolicLink()) return ofStats(link, file);
  const stats = await orNothing(promisify(stat)(file));
  return stats === undefined ? { kind: 'taken', file } : ofStats(stats, await promisify(realpath)(file));
}

async function ofDescriptor(descriptor: number): Promise<Destination> {
  const stats = await promisify(fstat)(descriptor);
  // Opened again, for its own blocking mode. A file that a shell has opened continues at its position.
  if (stats.isFIFO()) return { kind: 'pipe' };
  return stats.isCharacterDevice() ? { kind: 'device' } : { kind: 'descriptor', descriptor };
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
