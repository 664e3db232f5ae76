import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { namingFile } from '../../files/file-error.js';
import { OWNER_ONLY } from '../../files/own-file.js';
import { GrowingArray } from '../accounts/growing-array.js';

/** How many characters are buffered in all groups before they are written. */
const WAITING = 1_048_576;

interface SpooledEntry {
  readonly number: string;
  readonly name: string;
}

class SpooledGroup {
  waiting = '';
  count = 0;
  readonly starts = new GrowingArray(Float64Array);
  readonly sizes = new GrowingArray(Uint32Array);
}

/**
 * Keeps the entries of groups in a temporary file, in any order. Memory: the buffer and a few bytes for each piece. The
 * file is unlinked as soon as it is open, so that nothing remains after a crash.
 */
export class Spool {
  readonly #groups: SpooledGroup[] = [];
  #file: number | undefined;
  #end = 0;
  #waiting = 0;

  add(): number {
    return this.#groups.push(new SpooledGroup()) - 1;
  }

  async put(index: number, { number, name }: SpooledEntry): Promise<void> {
    const group = this.#of(index);
    const line = `${JSON.stringify([number, name])},`;
    group.waiting += line;
    group.count += 1;
    this.#waiting += line.length;
    if (this.#waiting >= WAITING) await this.#write();
  }

  count(index: number): number {
    return this.#of(index).count;
  }

  *entries(index: number): Generator<SpooledEntry, void, undefined> {
    const { starts, sizes, waiting } = this.#of(index);
    for (let piece = 0; piece <= starts.length; piece++) {
      const text = piece === starts.length ? waiting : this.#read(starts.at(piece), sizes.at(piece));
      const entries = JSON.parse(`[${text.slice(0, -1)}]`) as readonly (readonly [string, string])[];
      for (const [number, name] of entries) yield { number, name };
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #write(): Promise<void> {
    const folder = tmpdir();
    await namingFile(folder, async () => {
      this.#file ??= openNameless(folder);
      for (const group of this.#groups) {
        if (group.waiting === '') continue;
        const bytes = Buffer.from(group.waiting, 'utf8');
        for (let written = 0; written < bytes.length; ) {
          written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written);
        }
        group.starts.push(this.#end);
        group.sizes.push(bytes.length);
        group.waiting = '';
        this.#end += bytes.length;
      }
      this.#waiting = 0;
    });
  }

  #read(start: number, size: number): string {
    const bytes = Buffer.allocUnsafe(size);
    for (let read = 0; read < size; ) {
      const more = this.#file === undefined ? 0 : readSync(this.#file, bytes, read, size - read, start + read);
      if (more === 0) throw new Error('the temporary file of an address book was truncated');
      read += more;
    }
    return bytes.toString('utf8');
  }

  #of(index: number): SpooledGroup {
    const group = this.#groups[index];
    if (group === undefined) throw new RangeError(`there is no group ${index}`);
    return group;
  }
}

function openNameless(folder: string): number {
  const file = path.join(folder, `.sms-service-${randomBytes(8).toString('hex')}.part`);
  const descriptor = openSync(file, 'wx+', OWNER_ONLY);
  rmSync(file);
  return descriptor;
}
