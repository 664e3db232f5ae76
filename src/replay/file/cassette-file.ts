import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileItself } from '../../files/lock/lock-file.js';
import { type CheckLock, LockQueue } from '../../files/lock/with-lock.js';
import { temporaryOf, writeInPlace } from '../../files/write-in-place.js';
import { invalid } from '../../options/check.js';
import type { Contracts } from '../contract/contracts.js';
import type { CassetteFormat, ReadCassette } from '../har/format.js';
import type { PrivacyMark } from '../har/har.js';
import type { Recording } from '../har/recording.js';
import { ChosenPrivacy, NO_PRIVACY } from '../privacy/chosen-privacy.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { type Entry, entryOf, entryRead, onlyOne, type RecordingWithRequest } from './entry.js';
import { formatOf, readOnDisk, stampNow } from './read-file.js';

export function checkMark(found: PrivacyMark | undefined, own: PrivacyMark | undefined, file: string): void {
  const [recorded, input] = [kindsOf(found), kindsOf(own)];
  if (recorded !== input) {
    invalid(
      'privacy',
      `is ${input}, but the cassette ${file} was recorded with ${recorded}. Use the same option, or record it again`,
    );
  }
  if (found?.key !== own?.key) invalid('privacy.key', `is not the one that the cassette ${file} was recorded with`);
}

function isSameMark(one: PrivacyMark | undefined, other: PrivacyMark | undefined): boolean {
  return kindsOf(one) === kindsOf(other) && one?.key === other?.key;
}

function kindsOf(mark: PrivacyMark | undefined): string {
  return mark === undefined ? 'no pseudonyms' : `pseudonyms for ${mark.kinds.join(', ')}`;
}

const NO_FILE: ReadCassette = { entries: [], privacy: undefined };
const NOTHING: ReadonlySet<string> = new Set();

export interface Rewriting {
  readonly mark: PrivacyMark | undefined;
  make(entry: Entry): Recording;
}

interface Change {
  entry: Entry;
  readonly removed: ReadonlySet<string>;
}

export interface Exchanged {
  readonly removed: ReadonlySet<string>;
  readonly added: readonly RecordingWithRequest[];
}

interface Batch {
  readonly changes: Change[];
  readonly written: Promise<void>;
}

export class CassetteFile {
  readonly path: string;
  readonly #format: CassetteFormat;
  readonly #contracts: Contracts;
  readonly #privacy: ChosenPrivacy;
  readonly #queue: LockQueue;
  #batch: Batch | undefined;
  #entries: readonly Entry[] = [];
  #markOfFile: PrivacyMark | undefined;
  #stamp: string | undefined;

  constructor(file: string, contracts: Contracts, privacy: ChosenPrivacy = new ChosenPrivacy(NO_PRIVACY, {})) {
    this.path = fileItself(file);
    this.#format = formatOf(this.path);
    this.#contracts = contracts;
    this.#queue = new LockQueue(this.path);
    this.#privacy = privacy;
  }

  get pseudonyms(): Pseudonyms {
    return this.#privacy.pseudonyms;
  }

  read(isReplaced: boolean = false): readonly Entry[] {
    const entries = this.#current();
    if (!isReplaced) this.#checkMark(entries);
    return entries;
  }

  /** @throws FileLockedError if others hold the lock for too long */
  async add(call: RecordingWithRequest, removed: ReadonlySet<string> = NOTHING): Promise<Entry> {
    const change: Change = { entry: entryOf(call, this.#format), removed };
    this.#batch ??= this.#newBatch();
    this.#batch.changes.push(change);
    await this.#batch.written;
    return change.entry;
  }

  /** @throws FileLockedError if others hold the lock for too long */
  exchange(plan: (entries: readonly Entry[]) => Exchanged): Promise<readonly Entry[]> {
    return this.#locked((check) => {
      const exchanged = plan(this.#current(check));
      const changes = exchanged.added.map((call): Change => ({ entry: entryOf(call, this.#format), removed: NOTHING }));
      this.#apply(changes, exchanged.removed, check);
      return this.#entries;
    });
  }

  /** Adds the calls that the file does not contain yet. @returns their number */
  async addNew(calls: readonly RecordingWithRequest[]): Promise<number> {
    const added: RecordingWithRequest[] = [];
    await this.exchange((entries) => {
      const existing = new Set(entries.map(({ text }) => text));
      const texts = new Set<string>();
      for (const { recording, request } of calls) {
        // Two recordings with the same content and time are still two recordings.
        const [unique, text] = onlyOne(recording, texts, this.#format);
        texts.add(text);
        if (!existing.has(text)) added.push({ recording: unique, request });
      }
      return { removed: NOTHING, added };
    });
    return added.length;
  }

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

  /** Deletes recordings, and the temporary file of a killed process. */
  async settle(removed: ReadonlySet<string> = NOTHING): Promise<void> {
    const temporary = temporaryOf(this.path);
    if (removed.size > 0 && existsSync(this.path)) {
      await this.#locked((check) => {
        this.#current(check);
        // Another process may have rewritten the file with other pseudonyms. It is left unchanged then.
        if (isSameMark(this.#markOfFile, this.pseudonyms.mark)) this.#apply([], removed, check);
      });
    } else if (existsSync(temporary)) {
      // If it cannot be removed, or another process is writing it, nothing is lost.
      await this.#locked(() => rmSync(temporary, { force: true })).catch(() => undefined);
    }
  }

  async #locked<T>(act: (check: CheckLock) => T): Promise<T> {
    mkdirSync(path.dirname(this.path), { recursive: true });
    return this.#queue.run(act);
  }

  #newBatch(): Batch {
    const changes: Change[] = [];
    const end = (): void => {
      if (this.#batch?.changes === changes) this.#batch = undefined;
    };
    const written = this.#locked((check) => {
      end();
      this.#apply(changes, new Set(changes.flatMap(({ removed }) => [...removed])), check);
    });
    return { changes, written: written.finally(end) };
  }

  #apply(changes: readonly Change[], removed: ReadonlySet<string>, check: CheckLock): void {
    const entries = this.#current(check);
    const stored = entries.filter(({ text }) => !removed.has(text));
    // Another process may have rewritten the file with other pseudonyms.
    this.#checkMark(stored);
    if (changes.length === 0 && stored.length === entries.length) return;
    this.#onlyOnce(changes, stored);
    this.#write([...stored, ...changes.map(({ entry }) => entry)], check);
  }

  #onlyOnce(changes: readonly Change[], entries: readonly Entry[]): void {
    const texts = new Set(entries.map(({ text }) => text));
    for (const change of changes) {
      const { entry } = change;
      const [recording, text] = onlyOne(entry.recording, texts, this.#format, entry.text);
      texts.add(text);
      if (text !== entry.text) change.entry = entryOf({ recording, request: entry.request }, this.#format, text);
    }
  }

  #checkMark(entries: readonly Entry[]): void {
    if (entries.length > 0) checkMark(this.#markOfFile, this.pseudonyms.mark, this.path);
  }

  #current(check?: CheckLock): readonly Entry[] {
    const { stamp, text } = readOnDisk(this.path, this.#stamp);
    if (stamp === this.#stamp) return this.#entries;
    const { entries, privacy } = text === undefined ? NO_FILE : this.#format.read(text, this.path);
    this.#entries = entries.map((read) => {
      // Reading many entries takes long. Other processes must see that this one is alive.
      check?.();
      return entryRead(read, this.#contracts, this.#format);
    });
    this.#markOfFile = privacy;
    this.#stamp = stamp;
    return this.#entries;
  }

  #write(entries: readonly Entry[], check: CheckLock, mark: PrivacyMark | undefined = this.pseudonyms.mark): void {
    const sorted = [...entries].sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
    writeInPlace(this.path, this.#format.write(sorted, mark), check);
    this.#entries = sorted;
    this.#markOfFile = mark;
    this.#stamp = stampNow(this.path);
  }
}
