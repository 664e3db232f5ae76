import { type BigIntStats, closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { systemCode } from '../../errors/service-error.js';
import type { CassetteFormat } from '../har/format.js';
import { HAR } from '../har/read-har.js';
import { YAML } from '../yaml/read-yaml.js';

export function formatOf(file: string): CassetteFormat {
  return /\.ya?ml$/i.test(file) ? YAML : HAR;
}

export interface OnDisk {
  /** Identifies the content. Empty if the file does not exist. */
  readonly stamp: string;
  /** `undefined` if the file does not exist, or has the known stamp. */
  readonly text: string | undefined;
}

/** Reads a cassette without its lock. A writer replaces the file, so an open one does not change. */
export function readOnDisk(file: string, known?: string): OnDisk {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { stamp: '', text: undefined };
    throw error;
  }
  try {
    const stamp = stampOf(fstatSync(descriptor, { bigint: true }));
    return { stamp, text: stamp === known ? undefined : readFileSync(descriptor, 'utf8') };
  } finally {
    closeSync(descriptor);
  }
}

export function stampNow(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : stampOf(stats);
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
