import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ReadEntry, readHar, readHarEntry } from '../har/read-har.js';
import type { Recording } from '../har/recording.js';
import { entryText, harText, indented } from '../har/write-har.js';
import { type DecodedCall, decodeCall } from '../matching/call.js';
import { comparedCall } from '../matching/compared-call.js';
import { withLock } from './file-lock.js';

/** A recording in a cassette. */
export interface Entry {
  readonly recording: Recording;
  /** Its request. */
  readonly call: DecodedCall;
  /** As it stands in the file: what tells whether two entries are the same. */
  readonly text: string;
  /** Where it stands among the others, and among those of the same request by its time. */
  readonly sortKey: string;
}

/** Up to this size, in bytes, a cassette is written anew with every call; a larger one is added to beside it first. */
const SMALL_FILE = 262_144;
/** The part of a large cassette that may wait beside it: so all writing together is a few times its size. */
const MAX_WAITING = 0.25;

const NOTHING: ReadonlySet<string> = new Set();

/** What tells that a file is as it was. */
interface Stamp {
  readonly size: number;
  readonly modifiedMs: number;
  readonly inode: number;
}

/**
 * A cassette's file. What was added is on the disk when {@link add} returns: in the file, or, where that is large, in
 * `<file>.journal`, which the next writing, closing or opening brings into it. Others may write to the same file from
 * this process and from others.
 *
 * All of it is synchronous: a call that the caller has seen must not be lost, whenever the process ends.
 */
export class CassetteFile {
  readonly path: string;
  #entries: readonly Entry[] = [];
  #stamp: Stamp | undefined;
  /** In the journal; unknown before this has written once: another process may have been killed inside a line. */
  #waitingBytes = Number.POSITIVE_INFINITY;

  constructor(file: string) {
    this.path = file;
  }

  get #journal(): string {
    return `${this.path}.journal`;
  }

  /**
   * What the cassette holds now, in its order; nothing where there is no file.
   *
   * @throws ValidationError that names the place where it is no cassette
   */
  read(): readonly Entry[] {
    if (!existsSync(this.path) && !existsSync(this.#journal)) return [];
    return withLock(this.path, () => this.#current());
  }

  /**
   * Adds a recording.
   *
   * @param removed - the texts of entries that go at the same time
   */
  add(recording: Recording, removed: ReadonlySet<string> = NOTHING): void {
    const entry = entryOf(recording, entryText(recording));
    mkdirSync(path.dirname(this.path), { recursive: true });
    withLock(this.path, () => {
      const size = this.#stampNow()?.size ?? 0;
      if (size <= SMALL_FILE || removed.size > 0 || this.#waitingBytes > size * MAX_WAITING) {
        this.#write([...this.#current().filter(({ text }) => !removed.has(text)), entry]);
        return;
      }
      const line = `${JSON.stringify(JSON.parse(entry.text))}\n`;
      writeFileSync(this.#journal, line, { flag: 'a' });
      this.#waitingBytes += line.length;
    });
  }

  /** Writes the cassette anew: without some of its entries, and with what waited beside it. */
  settle(removed: ReadonlySet<string> = NOTHING): void {
    if (!existsSync(this.path) && !existsSync(this.#journal)) return;
    withLock(this.path, () => {
      const entries = this.#current();
      const kept = entries.filter(({ text }) => !removed.has(text));
      if (kept.length < entries.length || existsSync(this.#journal)) this.#write(kept);
    });
  }

  /** What is on the disk, of the file and beside it. */
  #current(): readonly Entry[] {
    const stamp = this.#stampNow();
    if (stamp === undefined) this.#entries = [];
    else if (!isSame(stamp, this.#stamp)) {
      this.#entries = readHar(readFileSync(this.path, 'utf8'), this.path).map(entryRead);
    }
    this.#stamp = stamp;
    return [...this.#entries, ...this.#waiting()];
  }

  /** What waits beside the file. The last line may have been cut off: its call was never answered. */
  #waiting(): readonly Entry[] {
    if (!existsSync(this.#journal)) return [];
    const lines = readFileSync(this.#journal, 'utf8').split('\n').slice(0, -1);
    return lines.map((line, index) => entryRead(readHarEntry(JSON.parse(line), `line ${index + 1}`, this.#journal)));
  }

  #write(entries: readonly Entry[]): void {
    const sorted = [...entries].sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
    const temporary = `${this.path}.${process.pid}.tmp`;
    writeFileSync(temporary, harText(sorted.map(({ text }) => text)));
    renameSync(temporary, this.path);
    rmSync(this.#journal, { force: true });
    this.#waitingBytes = 0;
    this.#entries = sorted;
    this.#stamp = this.#stampNow();
  }

  #stampNow(): Stamp | undefined {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : { size: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino };
  }
}

function entryRead({ entry, recording }: ReadEntry): Entry {
  return entryOf(recording, indented(entry));
}

function entryOf(recording: Recording, text: string): Entry {
  const call = decodeCall(Buffer.from(recording.request.text, 'utf8'));
  const time = String(recording.startedAtMs).padStart(16, '0');
  return { recording, call, text, sortKey: `${comparedCall(call, {}).key}\n${time}` };
}

function isSame(one: Stamp, other: Stamp | undefined): boolean {
  return one.size === other?.size && one.modifiedMs === other.modifiedMs && one.inode === other.inode;
}
