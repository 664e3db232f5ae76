import { Problem } from '../../errors/problem.js';
import { skipWhiteSpace } from '../../xml/charset.js';
import { MoreNeeded } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { Scope } from '../../xml/tag.js';
import { Decoder } from '../decoder/decoder.js';
import type { DecodeSettings } from '../decoder/limits.js';

/** If the unread rest of a piece is smaller than this, it is read again as soon as the next piece arrives. */
const SMALL_REST_BYTES = 16_384;

const HEAD_BYTES = 256;

const DECLARATION = Buffer.from('<?xml');

export class IncomingDocument {
  readonly decoder: Decoder;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limits: DecodeSettings;
  #piece: Uint8Array;
  /** The number of bytes of the document before the piece. */
  #base = 0;
  readonly #buffered: BufferedDocument;
  /** The position in the piece up to which bytes were either buffered or dropped. */
  #settled = 0;

  private constructor(
    { bytes, isLast }: Piece,
    pieces: AsyncIterator<Uint8Array>,
    limits: DecodeSettings,
    maxBufferedBytes: number,
  ) {
    this.#piece = bytes;
    this.#pieces = pieces;
    this.#limits = limits;
    this.#buffered = new BufferedDocument(maxBufferedBytes);
    this.decoder = new Decoder(this.#sourceOf(bytes, isLast), limits, !isLast);
  }

  /** Creates a document from complete bytes. It is not read again, so no bytes are buffered. */
  static complete(bytes: Uint8Array, limits: DecodeSettings): IncomingDocument {
    return new IncomingDocument({ bytes, isLast: true }, nothingMore(), limits, 0);
  }

  /**
   * Waits for enough bytes to detect the type of a document, and for the complete XML declaration.
   *
   * @param pieces - UTF-8, with no character split between pieces
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

  get head(): Uint8Array {
    return this.#piece;
  }

  /** The bytes read so far, without the dropped records. */
  get buffered(): BufferedDocument {
    return this.#buffered;
  }

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
    this.bufferTo(position);
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
  bufferTo(position: number): void {
    if (position > this.#settled) this.#settle(position, 0);
  }

  /** Keeps or drops records that are returned. @param isReferable - true if a record may contain an `id` */
  passRecords(end: number, count: number, isReferable: boolean): void {
    if (isReferable) this.#settle(end, count);
    else this.#settled = end;
  }

  #settle(end: number, records: number): void {
    this.#buffered.add(this.#base + this.#settled, this.#piece.subarray(this.#settled, end), records);
    this.#settled = end;
  }

  /**
   * Waits for the rest of the document. @returns all bytes except dropped records @throws Problem if they exceed the
   * limit
   */
  async rest(): Promise<BufferedDocument> {
    this.bufferTo(this.#piece.length);
    let offset = this.#base + this.#piece.length;
    while (this.#buffered.isComplete) {
      const { value, done } = await this.#pieces.next();
      if (done) return this.#buffered;
      this.#buffered.add(offset, value);
      offset += value.length;
    }
    return this.failOfSize();
  }

  failOfSize(): never {
    return this.decoder.xml.fail(
      `more than ${this.#limits.maxBufferedBytes} bytes must be buffered (maxBufferedBytes):` +
        ' allow more, or read this response as a whole',
    );
  }
}

async function* nothingMore(): AsyncGenerator<Uint8Array, void, undefined> {}

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

interface Segment {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * The buffered bytes of a streamed document, which is read again if a reference leads to a later element. Records that
 * were returned and cannot be referenced are dropped.
 */
export class BufferedDocument {
  readonly #maxBytes: number;
  #segments: Segment[] | undefined = [];
  #size = 0;
  #records = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isComplete(): boolean {
    return this.#segments !== undefined;
  }

  /** The number of returned records that are buffered. They precede all others. */
  get records(): number {
    return this.#records;
  }

  /** Keeps a copy of bytes. @param records - the number of returned records in them */
  add(offset: number, bytes: Uint8Array, records: number = 0): void {
    this.#records += records;
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) this.#segments = undefined;
    else this.#segments?.push({ offset, bytes: new Uint8Array(bytes) });
  }

  get document(): Uint8Array {
    return Buffer.concat((this.#segments ?? []).map(({ bytes }) => bytes));
  }

  get end(): number {
    const last = this.#segments?.at(-1);
    return last === undefined ? 0 : last.offset + last.bytes.length;
  }

  /** Maps a problem in {@link document} to the offset in the original document. */
  withOffset(problem: Problem): Problem {
    const { message, xsdType, offset, path } = problem;
    if (offset === undefined) return problem;
    return new Problem(message, { xsdType, offset: this.#offsetOf(offset) }).prepend(path);
  }

  #offsetOf(position: number): number {
    let remaining = position;
    for (const { offset, bytes } of this.#segments ?? []) {
      if (remaining < bytes.length) return offset + remaining;
      remaining -= bytes.length;
    }
    return this.end + remaining;
  }
}
