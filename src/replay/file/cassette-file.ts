import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileError } from '../../files/file-error.js';
import { withLock } from '../../files/lock/with-lock.js';
import type { PrivacyMark } from '../har/har.js';
import type { Recording } from '../har/recording.js';
import { entryText, harText } from '../har/write-har.js';
import { appendLine } from './append-line.js';
import { checkMark } from './check-mark.js';
import { type Entry, entryOf, entryRead } from './entry.js';
import { endsWithLine, journalOf, readFile, withJournal } from './read-file.js';

/** Up to this size, in bytes, a cassette is written anew with every call; a larger one is added to beside it first. */
const SMALL_FILE = 262_144;
/** The part of a large cassette that may wait beside it: so all writing together is a few times its size. */
const MAX_WAITING = 0.25;

/** A new one is only for whoever makes it: it may hold telephone numbers, names and texts. */
const OWN = 0o600;

const NOTHING: ReadonlySet<string> = new Set();

/** What tells that a file is as it was. */
interface Stamp {
  readonly size: number;
  readonly modifiedMs: number;
  readonly inode: number;
  /** Who may read and write it. */
  readonly mode: number;
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
  readonly #mark: PrivacyMark | undefined;
  #entries: readonly Entry[] = [];
  #markOfFile: PrivacyMark | undefined;
  #stamp: Stamp | undefined;
  /** In the journal; unknown before this has written once: another process may have been killed inside a line. */
  #waitingBytes = Number.POSITIVE_INFINITY;

  /** @param mark - what is a pseudonym in what is written */
  constructor(file: string, mark: PrivacyMark | undefined) {
    this.path = file;
    this.#mark = mark;
  }

  get #journal(): string {
    return journalOf(this.path);
  }

  /**
   * What the cassette holds now, in its order; nothing where there is no file.
   *
   * @param isReplaced - it is not to be added to: whatever in it is a pseudonym does not matter
   * @throws ValidationError that names the place where it is no cassette, or `privacy` where its pseudonyms are not
   *   those of its user
   */
  read(isReplaced: boolean = false): readonly Entry[] {
    if (!existsSync(this.path) && !existsSync(this.#journal)) return [];
    const entries = withLock(this.path, () => this.#current(), true);
    if (!isReplaced && entries.length > 0) checkMark(this.#markOfFile, this.#mark, this.path);
    return entries;
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
      const { size = 0, mode = OWN } = this.#stampNow() ?? {};
      const isWhole = size <= SMALL_FILE || removed.size > 1 || this.#waitingBytes > size * MAX_WAITING;
      if (isWhole || !endsWithLine(this.path)) {
        this.#write([...this.#current().filter(({ text }) => !removed.has(text)), entry]);
        return;
      }
      const replaced = removed.size === 0 ? {} : { _replaces: [...removed] };
      const line = `${JSON.stringify({ ...JSON.parse(entry.text), ...replaced })}\n`;
      appendLine(this.#journal, line, mode);
      this.#waitingBytes += line.length;
    });
  }

  /** Adds the recordings that it does not have already. @returns how many these were */
  addNew(recordings: readonly Recording[]): number {
    mkdirSync(path.dirname(this.path), { recursive: true });
    return withLock(this.path, () => {
      const entries = new Map(this.#current().map((entry) => [entry.text, entry]));
      const before = entries.size;
      const added = new Set<string>();
      for (const recording of recordings) {
        // Two that are the same to the millisecond are still two.
        const [own, text] = onlyOne(recording, added);
        added.add(text);
        if (!entries.has(text)) entries.set(text, entryOf(own, text));
      }
      if (entries.size > before) this.#write([...entries.values()]);
      return entries.size - before;
    });
  }

  /**
   * Makes another recording of each, and writes the cassette anew.
   *
   * @param isDry - nothing is written
   * @returns each recording before and after
   */
  rewrite(make: (entry: Entry) => Recording, isDry: boolean): readonly (readonly [Entry, Entry])[] {
    const act = (): readonly (readonly [Entry, Entry])[] => {
      const all = this.#current().map((entry) => {
        const recording = make(entry);
        return [entry, entryOf(recording, entryText(recording))] as const;
      });
      if (!isDry) this.#write(all.map(([, after]) => after));
      return all;
    };
    return withLock(this.path, act, isDry);
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
      const { entries, privacy } = readFile(this.path);
      this.#entries = entries.map(entryRead);
      this.#markOfFile = privacy;
    }
    this.#stamp = stamp;
    return withJournal(this.path, this.#entries, entryRead);
  }

  #write(entries: readonly Entry[]): void {
    const sorted = [...entries].sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
    // Nobody else writes it while this has the lock; what is left by a process killed here goes.
    const temporary = `${this.path}.tmp`;
    const texts = sorted.map(({ text }) => text);
    const mode = this.#stampNow()?.mode;
    try {
      rmSync(temporary, { force: true });
      writeFileSync(temporary, harText(texts, this.#mark), { flag: 'wx', mode: mode ?? OWN });
      // What its owner has chosen, also where the process gives less.
      if (mode !== undefined && statSync(temporary).mode !== mode) chmodSync(temporary, mode & 0o7777);
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw fileError(error, this.path);
    }
    rmSync(this.#journal, { force: true });
    this.#waitingBytes = 0;
    this.#entries = sorted;
    this.#markOfFile = this.#mark;
    this.#stamp = this.#stampNow();
  }

  #stampNow(): Stamp | undefined {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    return stats === undefined
      ? undefined
      : { size: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino, mode: stats.mode };
  }
}

/** A recording, with its text, at the first moment from its own on at which none is the same. */
function onlyOne(recording: Recording, texts: ReadonlySet<string>): readonly [Recording, string] {
  let own = recording;
  let text = entryText(own);
  while (texts.has(text)) {
    own = { ...own, startedAtMs: own.startedAtMs + 1 };
    text = entryText(own);
  }
  return [own, text];
}

function isSame(one: Stamp, other: Stamp | undefined): boolean {
  return one.size === other?.size && one.modifiedMs === other.modifiedMs && one.inode === other.inode;
}
