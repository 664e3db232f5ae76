import { Problem } from '../../errors/problem.js';
import { type DecodeSettings, repeatsOf } from './limits.js';

/** The most times that the length of a document may be read at multiRefs: honest ones stand beside each other. */
const MAX_READINGS = 3;

/** A value that a reference has led to, and what it takes to repeat it. */
export interface Resolved {
  readonly value: unknown;
  /** The number of references: that to it, and those inside. */
  readonly references: number;
  /** The bytes that stand behind these references. */
  readonly otherBytes: number;
}

/** A value that was read where it stands, and that a reference may lead to. */
export interface Known extends Resolved {
  /** The bytes that stand in its own place. */
  readonly ownBytes: number;
  /** The number of references when the first one to it had been followed; infinite before that. */
  usedAt: number;
}

/**
 * Counts the cost of the references of one document. A value that is referred to again is not read again, and costs
 * nothing here; but whoever walks the values pays for every repetition, so that these have a limit.
 */
export class ReferenceCost {
  readonly #limits: DecodeSettings;
  /** The bytes that may be repeated in a document of any length. */
  readonly #always: number;
  #references = 0;
  /** Bytes that were read at references, and those that were not, because they had been. */
  #read = 0;
  #repeated = 0;
  /** The three of them at the last {@link mark}. */
  readonly #marked = { references: 0, read: 0, repeated: 0 };

  constructor(limits: DecodeSettings) {
    this.#limits = limits;
    this.#always = repeatsOf(limits, 0).bytes;
  }

  /** The number of references that were followed, those inside a repeated value counted again. */
  get references(): number {
    return this.#references;
  }

  /** The bytes that all of them stand for. */
  get bytes(): number {
    return this.#read + this.#repeated;
  }

  /**
   * Tells whether more was read at multiRefs than an honest document has: those around each other are read many times.
   */
  hasReadTooMuch(documentBytes: number): boolean {
    return this.#read > MAX_READINGS * documentBytes;
  }

  /** Tells whether more is repeated than a document may repeat. */
  hasTooMuch(documentBytes: number): boolean {
    return this.#repeated > this.#always && this.#repeated > repeatsOf(this.#limits, documentBytes).bytes;
  }

  /** Refuses a document that repeats more than it may. @param offset - of the reference */
  check(documentBytes: number, offset: number): void {
    if (!this.hasTooMuch(documentBytes)) return;
    const { bytes } = repeatsOf(this.#limits, documentBytes);
    throw new Problem(`references that repeat more than ${bytes} bytes`, { offset });
  }

  /** Remembers what was counted, to go back to by {@link reset}. */
  mark(): void {
    const marked = this.#marked;
    marked.references = this.#references;
    marked.read = this.#read;
    marked.repeated = this.#repeated;
  }

  /** Goes back to the last {@link mark}: what is read again from there is counted once. */
  reset(): void {
    const { references, read, repeated } = this.#marked;
    this.#references = references;
    this.#read = read;
    this.#repeated = repeated;
  }

  /** Goes on from what an earlier reading of the document has come to. */
  takeOver(earlier: ReferenceCost): void {
    this.#references = earlier.#references;
    this.#read = earlier.#read;
    this.#repeated = earlier.#repeated;
  }

  /** Counts a reference that is followed for the first time. @param offset - of the reference */
  follow(offset: number): void {
    this.#add(1, offset);
  }

  /** Counts what was read at a reference. */
  read(bytes: number): void {
    this.#read += bytes;
  }

  /** The bytes that were read at references. */
  get bytesRead(): number {
    return this.#read;
  }

  /** Counts as repeated what was read since then. @param before - {@link bytesRead} at that time */
  repeatSince(before: number): void {
    this.#repeated += this.#read - before;
    this.#read = before;
  }

  /** Counts a reference to what was read where it stands. @param offset - of the reference */
  repeat(known: Known, offset: number): void {
    // After a way back to a mark, what was used behind it is used for the first time once more.
    const isUsed = known.usedAt <= this.#references;
    this.again(known, offset);
    if (isUsed) this.#repeated += known.ownBytes;
    else {
      this.#read += known.ownBytes;
      known.usedAt = this.#references;
    }
  }

  /** Counts a reference to what was read at a reference. @param offset - of that to it now */
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
