import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileItself } from '../../files/lock/lock-file.js';
import { Turns } from '../../files/lock/turns.js';
import type { CheckLock } from '../../files/lock/with-lock.js';
import { temporaryOf, writeInPlace } from '../../files/write-in-place.js';
import { invalid } from '../../options/check.js';
import type { Contracts } from '../contract/contracts.js';
import type { CassetteFormat, ReadCassette, ReadEntry } from '../har/format.js';
import type { PrivacyMark } from '../har/har.js';
import type { Recording } from '../har/recording.js';
import { waitingLine } from '../har/write-har.js';
import { ChosenPrivacy, NO_PRIVACY } from '../privacy/chosen-privacy.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { appendLines } from './append-lines.js';
import { checkMark, isSameMark } from './check-mark.js';
import { type Entry, entryOf, entryRead, onlyOne, type RecordingWithRequest } from './entry.js';
import { formatOf } from './format-of.js';
import { endsWithLine, journalOf, readOnDisk, stampNow, withJournal } from './read-file.js';

/** Up to this size, in bytes, a cassette is written anew with every call; a larger one is added to beside it first. */
const SMALL_FILE = 262_144;
/** The part of a large cassette that may wait beside it: so all writing together is a few times its size. */
const MAX_WAITING = 0.25;

const NO_FILE: ReadCassette = { entries: [], privacy: undefined };
const NOTHING: ReadonlySet<string> = new Set();

/** A change of all recordings of a cassette. */
export interface Rewriting {
  /** The pseudonyms that are in it afterwards. */
  readonly mark: PrivacyMark | undefined;
  make(entry: Entry): Recording;
}

/** An entry that is added, and the entries that go with it. */
interface Change {
  /** As it was written, as soon as it was. */
  entry: Entry;
  /** The texts of entries that go at the same time. */
  readonly removed: ReadonlySet<string>;
}

/** What becomes of the entries that a cassette holds. */
export interface Exchanged {
  /** The texts of those that go. */
  readonly removed: ReadonlySet<string>;
  readonly added: readonly RecordingWithRequest[];
}

/** Changes that are written at once. */
interface Batch {
  readonly changes: Change[];
  readonly written: Promise<void>;
}

/**
 * A cassette's file. A call that was added is on the disk when {@link add} has ended: in the file, or, where that is
 * large, in `<file>.journal`, which the next writing or closing brings into it. Others may write to the same file from
 * this process and from others: it is written under its lock, and read without one.
 */
export class CassetteFile {
  /** That of the file itself: its name may be a link to it. */
  readonly path: string;
  readonly #format: CassetteFormat;
  readonly #contracts: Contracts;
  readonly #privacy: ChosenPrivacy;
  #pseudonyms: Pseudonyms | undefined;
  readonly #turns: Turns;
  #batch: Batch | undefined;
  #entries: readonly Entry[] = [];
  #markOfFile: PrivacyMark | undefined;
  /** The texts of entries, and of what was added to these since. */
  #texts: { readonly entries: readonly Entry[]; readonly texts: Set<string> } | undefined;
  #stamp: string | undefined;
  /** In the journal; unknown before this has written once: another process may have been killed inside a line. */
  #waitingBytes = Number.POSITIVE_INFINITY;

  /** @param privacy - what is to be a pseudonym in what is added; by default nothing */
  constructor(file: string, contracts: Contracts, privacy: ChosenPrivacy = new ChosenPrivacy(NO_PRIVACY, {})) {
    this.path = fileItself(file);
    this.#format = formatOf(this.path);
    this.#contracts = contracts;
    this.#turns = new Turns(this.path);
    this.#privacy = privacy;
  }

  /** The pseudonyms of what is written, after it was read. */
  get pseudonyms(): Pseudonyms {
    return (this.#pseudonyms ??= this.#privacy.pseudonymsFor(undefined));
  }

  /** What is a pseudonym in the file, after it was read. */
  get mark(): PrivacyMark | undefined {
    return this.#markOfFile;
  }

  get #journal(): string {
    return journalOf(this.path);
  }

  /**
   * Reads the entries that the cassette holds now, in its order; none where there is no file.
   *
   * @param isReplaced - it is not to be added to: whatever in it is a pseudonym does not matter
   * @throws ValidationError that names the place where it is no cassette, or `privacy` where its pseudonyms are not
   *   those of its user
   */
  read(isReplaced: boolean = false): readonly Entry[] {
    const entries = this.#current();
    const isAddedTo = !isReplaced && entries.length > 0;
    this.#pseudonyms = this.#privacy.pseudonymsFor(isAddedTo ? this.#markOfFile : undefined);
    if (isAddedTo) this.#checkMark(entries);
    return entries;
  }

  /**
   * Adds a recorded call; those that wait for their turn are written at once.
   *
   * @param removed - the texts of entries that go at the same time
   * @returns its entry, when that is on the disk
   * @throws FileLockedError when others have it for too long
   */
  async add(call: RecordingWithRequest, removed: ReadonlySet<string> = NOTHING): Promise<Entry> {
    const change: Change = { entry: entryOf(call, this.#format), removed };
    this.#batch ??= this.#newBatch();
    this.#batch.changes.push(change);
    await this.#batch.written;
    return change.entry;
  }

  /**
   * Exchanges some of its entries for others, at once.
   *
   * @param plan - given those that it holds now; `undefined` where nothing is to change
   * @returns those that it holds then
   * @throws FileLockedError when others have it for too long
   */
  exchange(plan: (entries: readonly Entry[]) => Exchanged | undefined): Promise<readonly Entry[]> {
    return this.#locked((check) => {
      const entries = this.#current(check);
      const exchanged = plan(entries);
      if (exchanged === undefined) return entries;
      const { removed, added } = exchanged;
      const kept = entries.filter(({ text }) => !removed.has(text));
      this.#checkMark(kept);
      const changes = added.map((call): Change => ({ entry: entryOf(call, this.#format), removed: NOTHING }));
      this.#onlyOnce(changes, kept);
      this.#write([...kept, ...changes.map(({ entry }) => entry)], check);
      return this.#entries;
    });
  }

  /** Writes a file that is not there. @throws ValidationError when somebody else has made it meanwhile */
  make(calls: readonly RecordingWithRequest[], mark: PrivacyMark | undefined): Promise<void> {
    return this.#locked((check) => {
      if (existsSync(this.path)) invalid('to', `is there already: ${this.path}`);
      this.#write(
        calls.map((call) => entryOf(call, this.#format)),
        check,
        mark,
      );
    });
  }

  /** Adds the recorded calls that it does not have already. @returns how many these were */
  addNew(calls: readonly RecordingWithRequest[]): Promise<number> {
    return this.#locked((check) => {
      const all = this.#current(check);
      this.#checkMark(all);
      const entries = new Map(all.map((entry) => [entry.text, entry]));
      const before = entries.size;
      const added = new Set<string>();
      for (const { recording, request } of calls) {
        // Two that are the same to the millisecond are still two.
        const [own, text] = onlyOne(recording, added, this.#format);
        added.add(text);
        if (!entries.has(text)) entries.set(text, entryOf({ recording: own, request }, this.#format, text));
      }
      if (entries.size > before) this.#write([...entries.values()], check);
      return entries.size - before;
    });
  }

  /**
   * Makes another recording of each, and writes the cassette anew.
   *
   * @param plan - told what in it is a pseudonym now
   * @param isDry - nothing is written
   * @returns each recording before and after
   */
  async rewrite(
    plan: (mark: PrivacyMark | undefined) => Rewriting,
    isDry: boolean,
  ): Promise<readonly (readonly [Entry, Entry])[]> {
    const rewritten = (check?: CheckLock): readonly (readonly [Entry, Entry])[] => {
      const entries = this.#current(check);
      const { mark, make } = plan(this.#markOfFile);
      const all = entries.map((entry) => {
        check?.();
        const recording = make(entry);
        const request = this.#contracts.readRecorded(recording.request);
        return [entry, entryOf({ recording, request }, this.#format)] as const;
      });
      if (check !== undefined) {
        const after = all.map(([, other]) => other);
        this.#write(after, check, mark);
      }
      return all;
    };
    return isDry ? rewritten() : this.#locked(rewritten);
  }

  /** Writes the cassette anew: without some of its entries, and with what waited beside it. */
  async settle(removed: ReadonlySet<string> = NOTHING): Promise<void> {
    const hasWork = existsSync(this.#journal) || (removed.size > 0 && existsSync(this.path));
    if (!hasWork) return this.#removeLeft();
    await this.#locked((check) => {
      const entries = this.#current(check);
      // Others may have made it anew, with pseudonyms of their own: then it is theirs.
      if (!isSameMark(this.#markOfFile, this.pseudonyms.mark)) return;
      const kept = entries.filter(({ text }) => !removed.has(text));
      if (kept.length < entries.length || existsSync(this.#journal)) this.#write(kept, check);
    });
  }

  /** Removes what a process that was killed has left half written; the next one that writes would do so, too. */
  async #removeLeft(): Promise<void> {
    const temporary = temporaryOf(this.path);
    if (!existsSync(temporary)) return;
    // Nothing is lost where it cannot be removed, or somebody is writing it.
    await this.#locked(() => rmSync(temporary, { force: true })).catch(() => undefined);
  }

  async #locked<T>(act: (check: CheckLock) => T): Promise<T> {
    mkdirSync(path.dirname(this.path), { recursive: true });
    return this.#turns.take(act);
  }

  #newBatch(): Batch {
    const changes: Change[] = [];
    const end = (): void => {
      if (this.#batch?.changes === changes) this.#batch = undefined;
    };
    const written = this.#locked((check) => {
      end();
      this.#addAll(changes, check);
    });
    return { changes, written: written.finally(end) };
  }

  #addAll(changes: readonly Change[], check: CheckLock): void {
    const { size = 0, mode } = statSync(this.path, { throwIfNoEntry: false }) ?? {};
    const isWhole =
      size <= SMALL_FILE ||
      changes.some(({ removed }) => removed.size > 1) ||
      this.#waitingBytes > size * MAX_WAITING ||
      !endsWithLine(this.path);
    const removed = new Set(changes.flatMap((change) => [...change.removed]));
    // Others may have made it anew, with pseudonyms of their own.
    const current = isWhole || stampNow(this.path) !== this.#stamp ? this.#current(check) : [];
    const kept = current.filter(({ text }) => !removed.has(text));
    this.#checkMark(kept);
    this.#onlyOnce(changes, isWhole ? kept : this.#entries);
    if (isWhole) {
      this.#write([...kept, ...changes.map(({ entry }) => entry)], check);
      return;
    }
    const text = changes.map(({ entry, removed: gone }) => waitingLine(entry.recording, gone)).join('');
    check();
    appendLines(this.#journal, text, existsSync(this.#journal) ? undefined : mode);
    this.#waitingBytes += text.length;
  }

  /** Makes changes of which none has a recording that is the same as another: a clock may stand still. */
  #onlyOnce(changes: readonly Change[], entries: readonly Entry[]): void {
    if (this.#texts?.entries !== entries) this.#texts = { entries, texts: new Set(entries.map(({ text }) => text)) };
    const { texts } = this.#texts;
    for (const change of changes) {
      const { entry } = change;
      const [recording, text] = onlyOne(entry.recording, texts, this.#format, entry.text);
      texts.add(text);
      if (text !== entry.text) {
        change.entry = entryOf({ recording, request: entry.request }, this.#format, text);
      }
    }
  }

  #checkMark(entries: readonly Entry[]): void {
    if (entries.length > 0) checkMark(this.#markOfFile, this.pseudonyms.mark, this.path);
  }

  /** Reads the entries on the disk, of the file and of those that wait beside it. */
  #current(check?: CheckLock): readonly Entry[] {
    const { stamp, text, waiting } = readOnDisk(this.path, this.#stamp);
    const made = (read: ReadEntry): Entry => {
      // Of many this takes its time, in which others must see that this process lives.
      check?.();
      return entryRead(read, this.#contracts, this.#format);
    };
    if (stamp !== this.#stamp) {
      const { entries, privacy } = text === undefined ? NO_FILE : this.#format.read(text, this.path);
      this.#entries = entries.map(made);
      this.#markOfFile = privacy;
      this.#stamp = stamp;
    }
    return withJournal(this.path, this.#entries, waiting, this.#format, made);
  }

  #write(entries: readonly Entry[], check: CheckLock, mark: PrivacyMark | undefined = this.pseudonyms.mark): void {
    const sorted = [...entries].sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
    writeInPlace(this.path, this.#format.write(sorted, mark), check);
    check();
    rmSync(this.#journal, { force: true });
    this.#waitingBytes = 0;
    this.#entries = sorted;
    this.#markOfFile = mark;
    this.#stamp = stampNow(this.path);
  }
}
