import { Problem } from '../../errors/problem.js';
import { type DecodeSettings, repeatsOf } from './limits.js';

const MAX_READINGS = 3;

export interface Resolved {
  readonly value: unknown;
  readonly references: number;
  readonly otherBytes: number;
}

/** A value that was read at its position and may be referenced. */
export interface Known extends Resolved {
  readonly ownBytes: number;
  /** The number of references after the first reference to it was followed; infinite before that. */
  usedAt: number;
}

/** Counts the cost of references. Repetitions are limited, although cached: a program processes each of them. */
export class ReferenceCost {
  readonly #limits: DecodeSettings;
  /** The number of bytes that a document of any length may repeat. */
  readonly #always: number;
  #references = 0;
  /** The bytes read at references, and the bytes of repeated values. */
  #read = 0;
  #repeated = 0;
  /** The three counters at the last {@link mark}. */
  readonly #marked = { references: 0, read: 0, repeated: 0 };

  constructor(limits: DecodeSettings) {
    this.#limits = limits;
    this.#always = repeatsOf(limits, 0).bytes;
  }

  get references(): number {
    return this.#references;
  }

  /** The number of bytes that all references represent. */
  get bytes(): number {
    return this.#read + this.#repeated;
  }

  /**
   * Returns true if more bytes were read at multiRefs than in a regular document. Nested multiRefs are read repeatedly.
   */
  hasReadTooMuch(documentBytes: number): boolean {
    return this.#read > MAX_READINGS * documentBytes;
  }

  hasTooMuch(documentBytes: number): boolean {
    return this.#repeated > this.#always && this.#repeated > repeatsOf(this.#limits, documentBytes).bytes;
  }

  check(documentBytes: number, offset: number): void {
    if (!this.hasTooMuch(documentBytes)) return;
    const { bytes } = repeatsOf(this.#limits, documentBytes);
    throw new Problem(`references that repeat more than ${bytes} bytes`, { offset });
  }

  mark(): void {
    const marked = this.#marked;
    marked.references = this.#references;
    marked.read = this.#read;
    marked.repeated = this.#repeated;
  }

  /** Restores the counters of the last {@link mark}, so that bytes read again count once. */
  reset(): void {
    const { references, read, repeated } = this.#marked;
    this.#references = references;
    this.#read = read;
    this.#repeated = repeated;
  }

  takeOver(earlier: ReferenceCost): void {
    this.#references = earlier.#references;
    this.#read = earlier.#read;
    this.#repeated = earlier.#repeated;
  }

  /** Counts the first reference to a value. @param offset - of the reference */
  follow(offset: number): void {
    this.#add(1, offset);
  }

  read(bytes: number): void {
    this.#read += bytes;
  }

  get bytesRead(): number {
    return this.#read;
  }

  /** Counts the bytes read since then as repeated. @param before - {@link bytesRead} at that time */
  repeatSince(before: number): void {
    this.#repeated += this.#read - before;
    this.#read = before;
  }

  /** Counts a reference to a value that was read at its position. @param offset - of the reference */
  repeat(known: Known, offset: number): void {
    // After a reset, a first use behind the mark is undone, so `usedAt` can be greater than the counter.
    const isUsed = known.usedAt <= this.#references;
    this.again(known, offset);
    if (isUsed) this.#repeated += known.ownBytes;
    else {
      this.#read += known.ownBytes;
      known.usedAt = this.#references;
    }
  }

  /** Counts a repeated reference to a value that was read at a reference. @param offset - of the current reference */
  again({ references, otherBytes }: Resolved, offset: number): void {
    this.#add(references, offset);
    this.#repeated += otherBytes;
  }

  #add(references: number, offset: number): void {
    const { maxReferences } = this.#limits;
    this.#references += references;
    if (this.#references > maxReferences) throw new Problem(`more than ${maxReferences} references`, { offset });
  }
}
