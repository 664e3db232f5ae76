import { fstat, lstat, realpath, type Stats, stat } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from '../errors/system-code.js';

/** The state of a path that a file is to be written to. */
export type Destination =
  | { readonly kind: 'free' | 'taken'; readonly file: string }
  | { readonly kind: 'folder' | 'socket' | 'pipe' | 'device' }
  /** Open in this process already. */
  | { readonly kind: 'descriptor'; readonly descriptor: number };

const STANDARD: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2 };

/**
 * Looks at where a file is to be written.
 *
 * @returns of what is taken by a file: the one that a link leads to; of a link that leads nowhere, the link
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
  // Opened anew, for its own blocking mode; what a shell has opened as a file goes on where that is.
  if (stats.isFIFO()) return { kind: 'pipe' };
  return stats.isCharacterDevice() ? { kind: 'device' } : { kind: 'descriptor', descriptor };
}

function ofStats(stats: Stats, file: string): Destination {
  if (stats.isFile()) return { kind: 'taken', file };
  if (stats.isDirectory()) return { kind: 'folder' };
  if (stats.isSocket()) return { kind: 'socket' };
  return { kind: stats.isFIFO() ? 'pipe' : 'device' };
}

/** `undefined` for what does not exist, also behind a link, or behind links that lead to each other. */
async function orNothing(found: Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await found;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ELOOP') return undefined;
    throw error;
  }
}
