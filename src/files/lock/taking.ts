import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FoundLock, hasToken, makeLock, moveLock, readLock, removeLock, SUFFIX, tokenOf } from './lock-file.js';
import { type LockRecord, recordText, sinceNow } from './lock-record.js';
import { type Moment, momentNow, possiblyElapsedMs } from './moments.js';
import { type Life, lifeOf, type Owner } from './owner.js';
import { Watch } from './watch.js';

/** For how many kills, one within what the next does to mend the last, something may be left lying about. */
const MAX_LEFT = 3;

/** By whom and how patiently a lock is taken. */
export interface TakingOptions {
  readonly owner: Owner;
  /**
   * The time for which a lock must not change until it counts as left, where its owner is not known to live, in
   * milliseconds.
   */
  readonly leaseMs: number;
  /** The same for one in which no owner stands. */
  readonly incompleteMs: number;
}

/** The result of an attempt to take a lock. */
export type Attempt =
  | { readonly kind: 'taken'; readonly begun: Moment; readonly isSure: boolean }
  /** Something has changed meanwhile. */
  | { readonly kind: 'changed' }
  /** Somebody has it, or is about to replace it: then `lock` is another one. */
  | { readonly kind: 'busy'; readonly lock: string; readonly found: FoundLock; readonly life: Life };

const CHANGED: Attempt = { kind: 'changed' };

/**
 * Takes a lock.
 *
 * One that was left is replaced: whoever wants to takes the lock of the lock, `<lock>.lock`, by these same rules, looks
 * once more whether the lock is still as it was, and renames what it has taken over it. So there is never more than one
 * who replaces it, and if that one stands still at any point, others who take its place take away the very file that it
 * was about to rename. A file that it renames late can then only be the lock of somebody else who was about to do the
 * same: that one finds its token where it has not put it, and is not sure.
 *
 * An attempt is sure when whoever had the lock is dead, and when it was too quick for others to have taken this one
 * for left. After another one the lock counts only if it is still there when every other holder must have noticed.
 */
export class Taking {
  readonly lock: string;
  readonly record: LockRecord;
  readonly #text: string;
  readonly #options: TakingOptions;
  readonly #watch = new Watch();

  constructor(lock: string, options: TakingOptions) {
    this.lock = lock;
    this.#options = options;
    const token = randomBytes(16).toString('hex');
    this.record = { token, owner: options.owner, since: sinceNow(), beat: 0 };
    this.#text = recordText(this.record);
  }

  /**
   * Tries once.
   *
   * @throws Error of `node:fs`, or one that names what stands there and is no lock
   */
  attempt(): Attempt {
    try {
      const attempt = this.#attempt(this.lock);
      if (attempt.kind !== 'taken') return attempt;
      this.clean();
      const { leaseMs, incompleteMs } = this.#options;
      const isQuick = possiblyElapsedMs(attempt.begun) < Math.min(leaseMs, incompleteMs) / 2;
      return { ...attempt, isSure: attempt.isSure && isQuick };
    } catch (error) {
      [this.lock, ...this.#replacements()].forEach((lock) => this.#undo(lock));
      throw error;
    }
  }

  /**
   * Removes what those have left behind who were killed while they replaced the lock: of those who are not known to be
   * dead, when it was asked often enough that it was left.
   */
  clean(): void {
    for (const left of this.#replacements()) {
      try {
        if (existsSync(left) && this.#attempt(left).kind === 'taken') removeLock(left, this.record.token);
      } catch {
        // The lock is taken all the same.
        this.#undo(left);
      }
    }
  }

  /** Tells whether the lock file is the one that was written here. */
  isOwn(): boolean {
    return hasToken(this.lock, this.record.token);
  }

  /** Gives it back. */
  release(): void {
    removeLock(this.lock, this.record.token);
  }

  #attempt(lock: string): Attempt {
    const begun = momentNow();
    if (makeLock(lock, this.#text)) return this.#checked(lock, begun, true);
    const found = readLock(lock);
    if (found === undefined) return CHANGED;
    if (tokenOf(found) === this.record.token) return { kind: 'taken', begun, isSure: false };
    const life = this.#lifeOf(found);
    if (life === 'dead') return this.#replace(lock, found, begun, true);
    if (life === 'alive' || !this.#isLeft(lock, found)) return { kind: 'busy', lock, found, life };
    return this.#replace(lock, found, begun, false);
  }

  #replace(lock: string, found: FoundLock, begun: Moment, isDead: boolean): Attempt {
    const next = lock + SUFFIX;
    const attempt = this.#attempt(next);
    if (attempt.kind !== 'taken') return attempt;
    if (readLock(lock)?.stamp !== found.stamp || !moveLock(next, lock)) {
      removeLock(next, this.record.token);
      return CHANGED;
    }
    return this.#checked(lock, begun, isDead && attempt.isSure);
  }

  #checked(lock: string, begun: Moment, isSure: boolean): Attempt {
    return hasToken(lock, this.record.token) ? { kind: 'taken', begun, isSure } : CHANGED;
  }

  #lifeOf({ content }: FoundLock): Life {
    return content.kind === 'lock' ? lifeOf(content.record.owner, this.#options.owner) : 'unknown';
  }

  #isLeft(lock: string, { content, stamp }: FoundLock): boolean {
    const { leaseMs, incompleteMs } = this.#options;
    return this.#watch.isLeft(lock, stamp, content.kind === 'incomplete' ? incompleteMs : leaseMs);
  }

  /**
   * Removes a lock after an error: this process lives, and would be waited for. The first error is the one that is
   * told.
   */
  #undo(lock: string): void {
    try {
      removeLock(lock, this.record.token);
    } catch {
      // It stays until this process ends.
    }
  }

  /** Lists the paths where there may be a lock of this lock, a lock of that one, and so on. */
  #replacements(): readonly string[] {
    return Array.from({ length: MAX_LEFT }, (_, index) => this.lock + SUFFIX.repeat(index + 1));
  }
}
