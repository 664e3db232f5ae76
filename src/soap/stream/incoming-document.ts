import { skipWhiteSpace } from '../../xml/charset.js';
import { MoreNeeded } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { Scope } from '../../xml/tag.js';
import { Decoder } from '../decoder/decoder.js';
import { type DecodeSettings } from '../decoder/limits.js';
import { KeptDocument } from './kept-document.js';

/** If the unread rest of a piece is smaller than this, it is read again as soon as the next piece arrives. */
const SMALL_REST_BYTES = 16_384;

const HEAD_BYTES = 256;

const DECLARATION = Buffer.from('<?xml');

/** A document that is read while it arrives. */
export class IncomingDocument {
  readonly decoder: Decoder;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limits: DecodeSettings;
  #piece: Uint8Array;
  /** The number of bytes of the document before the piece. */
  #base = 0;
  readonly #kept: KeptDocument;
  /** The position in the piece up to which bytes were either kept or dropped. */
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

  /** Creates a document from complete bytes. It is not read again, so no bytes are kept. */
  static whole(bytes: Uint8Array, limits: DecodeSettings): IncomingDocument {
    return new IncomingDocument({ bytes, isLast: true }, nothingMore(), limits, 0);
  }

  /**
   * Waits for the beginning of a document: enough bytes to detect its type, and the complete XML declaration.
   *
   * @param pieces - UTF-8, with no character split between pieces; leading white space is skipped
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

  /** The bytes read so far, without the dropped records. */
  get kept(): KeptDocument {
    return this.#kept;
  }

  /** Calls `read` until enough of the document has arrived. Each call starts from the same position. */
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
    // Wait until a large rest has doubled, so that on average no byte is read more than twice.
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

  /** Keeps the bytes before a position of the piece, except those already dropped. */
  keepTo(position: number): void {
    if (position > this.#settled) this.#settle(position, 0);
  }

  /**
   * Keeps or drops records that are returned.
   *
   * @param end - the position after the records in the piece; the records start at the end of the bytes handled so far
   * @param count - the number of records
   * @param isReferable - true if a record may contain an `id`; then the records are kept
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
   * Waits for the rest of the document and keeps it.
   *
   * @returns all bytes except the dropped records
   * @throws Problem if the kept bytes exceed the limit
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

  failOfSize(): never {
    return this.decoder.xml.fail(
      `more than ${this.#limits.maxBufferedBytes} bytes have to be kept (maxBufferedBytes):` +
        ' allow more, or read this response as a whole',
    );
  }
}

async function* nothingMore(): AsyncGenerator<Uint8Array, void, undefined> {}

/** A part of a document. `isLast` marks the last part. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Appends pieces until there are enough bytes or no more pieces. */
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

function isCutDeclaration(head: Uint8Array): boolean {
  return (
    DECLARATION.equals(head.subarray(0, DECLARATION.length)) &&
    !Buffer.from(head.buffer, head.byteOffset, head.length).includes('?>')
  );
}
