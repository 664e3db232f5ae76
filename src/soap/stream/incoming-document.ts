import { skipWhiteSpace } from '../../xml/charset.js';
import { MoreNeeded } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { Scope } from '../../xml/tag.js';
import { Decoder } from '../decoder/decoder.js';
import { type DecodeSettings } from '../decoder/limits.js';
import { KeptDocument } from './kept-document.js';

/** Below this size what is left of a piece is simply looked at again when the next piece comes. */
const SMALL_REST_BYTES = 16_384;

/** So much tells what kind of document it is. */
const HEAD_BYTES = 256;

const DECLARATION = Buffer.from('<?xml');

/** A document that is read while it arrives. */
export class IncomingDocument {
  readonly decoder: Decoder;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limits: DecodeSettings;
  #piece: Uint8Array;
  /** Bytes of the document before the piece. */
  #base = 0;
  readonly #kept: KeptDocument;
  /** Up to here, in the piece, it is settled what is kept. */
  #settled = 0;

  private constructor(
    { bytes, isLast }: Piece,
    pieces: AsyncIterator<Uint8Array>,
    limits: DecodeSettings,
    maxKeptBytes: number,
  ) {
    this.#piece = bytes;
    this.#pieces = pieces;
    this.#limits = limits;
    this.#kept = new KeptDocument(maxKeptBytes);
    this.decoder = new Decoder(this.#sourceOf(bytes, isLast), limits, !isLast);
  }

  /** A document that is there, and is not read again. */
  static whole(bytes: Uint8Array, limits: DecodeSettings): IncomingDocument {
    return new IncomingDocument({ bytes, isLast: true }, nothingMore(), limits, 0);
  }

  /**
   * Waits for the beginning of a document: for enough to tell what it is, and for the whole of its XML declaration.
   *
   * @param pieces - UTF-8, none ending inside a letter; white space at the beginning is passed over
   */
  static async open(pieces: AsyncIterator<Uint8Array>, limits: DecodeSettings): Promise<IncomingDocument> {
    let head = await gathered(new Uint8Array(), HEAD_BYTES, pieces);
    for (;;) {
      const bytes = skipWhiteSpace(head.bytes);
      const enough = bytes.length >= HEAD_BYTES && !isCutDeclaration(bytes);
      if (enough || head.isLast || bytes.length > limits.maxBufferedBytes) {
        return new IncomingDocument({ bytes, isLast: head.isLast }, pieces, limits, limits.maxBufferedBytes);
      }
      head = await gathered(bytes, Math.max(HEAD_BYTES, bytes.length * 2), pieces);
    }
  }

  /** The beginning of the document. */
  get head(): Uint8Array {
    return this.#piece;
  }

  /** All that was read so far, without the records that were let go. */
  get kept(): KeptDocument {
    return this.#kept;
  }

  /**
   * Reads something, as soon as there is enough of the document; `read` is called again from the same place till then.
   */
  async attempt<T>(read: () => T): Promise<T> {
    for (;;) {
      try {
        this.decoder.mark();
        return read();
      } catch (error) {
        if (!(error instanceof MoreNeeded)) throw error;
        await this.more();
      }
    }
  }

  /** Goes back to the decoder's last mark and waits for the next piece. */
  async more(): Promise<void> {
    const { decoder } = this;
    decoder.reset();
    const { position } = decoder.xml;
    this.keepTo(position);
    const rest = this.#piece.subarray(position);
    // A large rest is read again only when as much again has come, so that no byte is read more than twice on average.
    const enough = rest.length < SMALL_REST_BYTES ? rest.length + 1 : rest.length * 2;
    const { bytes, isLast } = await gathered(rest, enough, this.#pieces);
    if (bytes.length > this.#limits.maxBufferedBytes && !isLast) this.failOfSize();
    this.#base += position;
    this.#settled -= position;
    this.#piece = bytes;
    decoder.continueIn(this.#sourceOf(bytes, isLast, decoder.xml.source.scope));
  }

  #sourceOf(bytes: Uint8Array, isLast: boolean, scope?: Scope): XmlSource {
    return new XmlSource(bytes, !isLast, scope, this.#base, this.#limits.acceptSurrogateReferences);
  }

  /** Keeps what comes before a position of the piece, as far as it was not let go. */
  keepTo(position: number): void {
    if (position > this.#settled) this.#settle(position, 0);
  }

  /**
   * Settles what becomes of records that are given out.
   *
   * @param end - behind them, in the piece; they begin where everything before is settled
   * @param count - how many they are
   * @param isReferable - one of them may hold an `id`: they are kept
   */
  passRecords(end: number, count: number, isReferable: boolean): void {
    if (isReferable) this.#settle(end, count);
    else this.#settled = end;
  }

  #settle(end: number, records: number): void {
    this.#kept.add(this.#base + this.#settled, this.#piece.subarray(this.#settled, end), records);
    this.#settled = end;
  }

  /**
   * Waits for the rest of the document, and keeps it.
   *
   * @returns everything but the records that were let go
   * @throws Problem when that is more than may be kept
   */
  async rest(): Promise<KeptDocument> {
    this.keepTo(this.#piece.length);
    let offset = this.#base + this.#piece.length;
    while (this.#kept.isComplete) {
      const { value, done } = await this.#pieces.next();
      if (done) return this.#kept;
      this.#kept.add(offset, value);
      offset += value.length;
    }
    return this.failOfSize();
  }

  /** Refuses a document of which more would have to be kept than may be. */
  failOfSize(): never {
    return this.decoder.xml.fail(
      `more than ${this.#limits.maxBufferedBytes} bytes have to be kept (maxBufferedBytes):` +
        ' allow more, or read this response as a whole',
    );
  }
}

async function* nothingMore(): AsyncGenerator<Uint8Array, void, undefined> {}

/** A part of a document, and whether it is the last one. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Adds what comes next, until there is enough or no more. */
async function gathered(first: Uint8Array, enough: number, pieces: AsyncIterator<Uint8Array>): Promise<Piece> {
  const parts = [first];
  let size = first.length;
  while (size < enough) {
    const { value, done } = await pieces.next();
    if (done) return { bytes: Buffer.concat(parts, size), isLast: true };
    parts.push(value);
    size += value.length;
  }
  return { bytes: Buffer.concat(parts, size), isLast: false };
}

/** Tells whether a document begins with an XML declaration whose end has not come. */
function isCutDeclaration(head: Uint8Array): boolean {
  return (
    DECLARATION.equals(head.subarray(0, DECLARATION.length)) &&
    !Buffer.from(head.buffer, head.byteOffset, head.length).includes('?>')
  );
}
