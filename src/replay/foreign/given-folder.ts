import { closeSync, constants, fstatSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../errors/service-error.js';
import { readInto } from '../../files/own-file.js';
import { invalid } from '../../options/check.js';

/** Errors show sizes in MiB: the digits of a number of bytes would be masked as a telephone number. */
const MIB: number = 1024 * 1024;
const ANYWAY = 4 * MIB;
const PER_BYTE = 32;
const MOST = 128 * MIB;

export class Amounts {
  #most = ANYWAY;
  #held = 0;

  get left(): number {
    return this.#most - this.#held;
  }

  read(bytes: number): void {
    this.#most = Math.min(MOST, this.#most + bytes * PER_BYTE);
  }

  hold(bytes: number, place: string): void {
    this.#held += bytes;
    if (this.left < 0) this.refuse(place);
  }

  /** @throws ValidationError always: a body is larger than {@link left} */
  refuse(place: string): never {
    return invalid(
      place,
      `holds, with what stands before it, bodies of more than ${Math.floor(this.#most / MIB)} MiB in all`,
    );
  }
}

const MAX_FILE_MIB = 256;

const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const NOT_THERE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

export class GivenFolder {
  readonly #root: string;
  readonly #amounts: Amounts;
  readonly #read = new Set<string>();

  constructor(root: string, amounts: Amounts) {
    this.#root = root;
    this.#amounts = amounts;
  }

  names(): readonly string[] {
    const names: string[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of readdirSync(path.join(this.#root, folder), { withFileTypes: true })) {
        const name = path.join(folder, entry.name);
        if (entry.isDirectory()) folders.push(name);
        else if (!entry.isSymbolicLink() || this.#leadsToFile(name)) names.push(name);
      }
    }
    return names.sort();
  }

  read(name: string, where: string): Uint8Array | undefined {
    if (leavesFolder(name)) invalid(where, 'leads out of the folder');
    const file = realPathOf(path.join(this.#root, name));
    if (file === undefined) return undefined;
    if (leavesFolder(path.relative(this.#root, file))) invalid(where, 'leads out of the folder');
    const bytes = readRegularFile(file, where);
    if (!this.#read.has(file)) this.#amounts.read(bytes.length);
    this.#read.add(file);
    return bytes;
  }

  #leadsToFile(name: string): boolean {
    const file = realPathOf(path.join(this.#root, name));
    return file !== undefined && !statSync(file).isDirectory();
  }
}

/** Reads a regular file. Pipes and devices are refused, because they may never end. */
export function readRegularFile(file: string, where: string): Uint8Array {
  // Opening a device may have side effects.
  if (!statSync(file).isFile()) invalid(where, 'is neither a file nor a link to one');
  const descriptor = openSync(file, READ);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) invalid(where, 'is neither a file nor a link to one');
    if (stats.size > MAX_FILE_MIB * MIB) invalid(where, `has more than ${MAX_FILE_MIB} MiB`);
    const bytes = Buffer.alloc(stats.size);
    return bytes.subarray(0, readInto(bytes, descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function leavesFolder(name: string): boolean {
  return path.isAbsolute(name) || path.win32.isAbsolute(name) || name.split(/[/\\]/).includes('..');
}

function realPathOf(file: string): string | undefined {
  try {
    return file.includes('\0') ? undefined : realpathSync(file);
  } catch (error) {
    if (NOT_THERE.has(systemCode(error))) return undefined;
    throw error;
  }
}
