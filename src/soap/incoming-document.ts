import { MoreNeeded } from '../xml/reader.js';
import { XmlSource } from '../xml/source.js';
import { type DecodeSettings, SoapInput } from './input.js';

/** Below this size what is left of a piece is simply looked at again when the next piece comes. */
const SMALL_REST_BYTES = 16_384;

/** A document that is read while it arrives. */
export class IncomingDocument {
  readonly input: SoapInput;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limits: DecodeSettings;
  #piece: Uint8Array;
  /** Everything so far, while it may still be needed. */
  #kept: Uint8Array[] | undefined;
  #keptBytes = 0;

  private constructor(first: Uint8Array, pieces: AsyncIterator<Uint8Array>, limits: DecodeSettings) {
    this.#piece = first;
    this.#pieces = pieces;
    this.#limits = limits;
    this.#kept = [first];
    this.#keptBytes = first.length;
    this.input = new SoapInput(new XmlSource(first, true), limits, true);
  }

  /**
   * Waits for the first piece.
   *
   * @param pieces - UTF-8, none ending inside a letter
   */
  static async open(pieces: AsyncIterator<Uint8Array>, limits: DecodeSettings): Promise<IncomingDocument> {
    const { value, done } = await pieces.next();
    return new IncomingDocument(done ? new Uint8Array() : value, pieces, limits);
  }

  /** The beginning of the document. */
  get head(): Uint8Array {
    return this.#piece;
  }

  /** Whether the document can still be had as a whole. */
  get isKept(): boolean {
    return this.#kept !== undefined;
  }

  /** Reads something, as soon as there is enough of the document; `read` is called again from the same place till then. */
  async attempt<T>(read: () => T): Promise<T> {
    for (;;) {
      try {
        this.input.xml.mark();
        return read();
      } catch (error) {
        if (!(error instanceof MoreNeeded)) throw error;
        await this.more();
      }
    }
  }

  /** Goes back to the reader's last mark and waits for the next piece. */
  async more(): Promise<void> {
    const { input } = this;
    input.reset();
    const rest = this.#piece.subarray(input.xml.offset);
    // A large rest is read again only when as much again has come, so that no byte is read more than twice on average.
    const enough = rest.length < SMALL_REST_BYTES ? rest.length + 1 : rest.length * 2;
    const parts = [rest];
    let size = rest.length;
    let isLast = false;
    while (size < enough && !isLast) {
      const piece = await this.#next();
      if (piece === undefined) isLast = true;
      else {
        parts.push(piece);
        size += piece.length;
      }
    }
    if (size > this.#limits.maxBufferedBytes && !isLast) this.#tooMuch();
    this.#piece = Buffer.concat(parts, size);
    input.continueIn(new XmlSource(this.#piece, !isLast, input.xml.source.scope));
  }

  /** Lets go of what was read: from here on the document cannot be had as a whole. */
  release(): void {
    this.#kept = undefined;
  }

  /** The whole document, waited for. Only while it {@link isKept}. */
  async whole(): Promise<Uint8Array> {
    while ((await this.#next()) !== undefined) continue;
    return Buffer.concat(this.#kept ?? []);
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { value, done } = await this.#pieces.next();
    if (done) return undefined;
    if (this.#kept !== undefined) {
      this.#kept.push(value);
      this.#keptBytes += value.length;
      if (this.#keptBytes > this.#limits.maxBufferedBytes) this.#tooMuch();
    }
    return value;
  }

  #tooMuch(): never {
    return this.input.xml.fail(`more than ${this.#limits.maxBufferedBytes} bytes have to be kept (maxBufferedBytes)`);
  }
}
