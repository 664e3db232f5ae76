import { isAscii } from 'node:buffer';
import { Problem } from '../errors/problem.js';
import { expandReferences } from './references.js';
import { Scope } from './start-tag.js';

/** What UTF-8 in latin1 clothes may not hold: most controls, and the three bytes of U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\u00ef\u00bf[\u00be\u00bf]/;
/** V8 makes a slice of up to 12 characters a string of its own. */
const MAX_COPIED_BY_ENGINE = 12;
const NOT_ASCII = /[\u0080-\u00ff]/;

/** `Buffer.toString` without its checks, which cost more than the work for a short text. Not in the types of Node.js. */
interface SliceableBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/**
 * A document ready to be read: its bytes, checked once as a whole, and a view of them as one character a byte.
 *
 * A one-byte string costs a tenth of decoding everything as UTF-8, its indexes are byte offsets, and all mark-up is
 * ASCII; only the pieces that hold other letters are decoded, when they are asked for.
 */
export class XmlSource {
  readonly text: string;
  /** The outermost namespace scope; shared by all readers of the source, and with it their memo of tags. */
  readonly scope: Scope;
  /** Whether the document goes on after this piece. */
  readonly isPartial: boolean;
  readonly #bytes: SliceableBuffer;
  readonly #ascii: boolean;
  readonly #hasReferences: boolean;
  readonly #hasCarriageReturns: boolean;
  readonly #hasCdataEnds: boolean;

  /**
   * @param bytes - valid UTF-8 without a byte order mark
   * @param isPartial - more follows; texts are then copied, so that none keeps the whole piece in memory
   * @param scope - the outermost scope of the piece before
   * @throws Problem when the document has a character that XML 1.0 forbids
   */
  constructor(bytes: Uint8Array, isPartial: boolean = false, scope: Scope = Scope.root()) {
    this.isPartial = isPartial;
    this.scope = scope;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) as SliceableBuffer;
    this.text = this.#bytes.latin1Slice(0, bytes.length);
    this.#ascii = isAscii(bytes);
    this.#hasReferences = this.text.includes('&');
    this.#hasCarriageReturns = this.text.includes('\r');
    this.#hasCdataEnds = this.text.includes(']]>');
    const forbidden = FORBIDDEN.exec(this.text);
    if (forbidden !== null) {
      throw new Problem('a character that XML cannot carry', { offset: forbidden.index });
    }
  }

  /**
   * The text of a slice as it was meant: decoded, with line ends as XML 1.0 section 2.11 wants them.
   *
   * @param raw - the slice
   * @param start - where it begins
   */
  decode(raw: string, start: number): string {
    const end = start + raw.length;
    const decoded =
      this.#ascii || !NOT_ASCII.test(raw) ? this.#kept(raw, start, end) : this.#bytes.utf8Slice(start, end);
    return this.#hasCarriageReturns ? decoded.replace(/\r\n?/g, '\n') : decoded;
  }

  /** A slice of a string keeps the string alive, unless it is so short that the engine copies it. */
  #kept(raw: string, start: number, end: number): string {
    return this.isPartial && raw.length > MAX_COPIED_BY_ENGINE ? this.#bytes.latin1Slice(start, end) : raw;
  }

  /** Character data: {@link decode} and the references in it. */
  characters(raw: string, start: number): string {
    const text = this.decode(raw, start);
    if (this.#hasCdataEnds && text.includes(']]>')) {
      throw new Problem('"]]>" stands in character data', { offset: start });
    }
    return this.#hasReferences && text.includes('&') ? expandReferences(text, start) : text;
  }
}
