import { Problem } from '../errors/problem.js';
import { expandReferences, LESS_THAN, MAX_DIGITS, refuseForbidden } from './chars.js';
import { Scope } from './tag.js';

/** Kinds of bytes of a text that ask for more than being copied, as bits. */
const LETTER = 1;
const REFERENCE = 2;
const SUSPECT = 4;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return byte === 0xef ? LETTER | SUSPECT : LETTER;
  if (byte === 0x26) return REFERENCE;
  return byte === 0x5d || (byte < 0x20 && byte !== 0x9 && byte !== 0xa) ? SUSPECT : 0;
});

const ZERO = 0x30;
const CARRIAGE_RETURN = 0xd;
const LINE_FEED = 0xa;
/** A run of character data that is longer is given in parts, so that a reader can look at the clock in between. */
export const MAX_RUN = 65_536;
const MAX_COPIED_BY_ENGINE = 12;

/**
 * `Buffer.toString` without its checks, which cost more than the work for a short text. Not in the types of Node.js.
 */
interface SliceableBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/**
 * A document: its bytes, and a view of them as one character per byte. The indexes of such a string are byte offsets,
 * and all mark-up is ASCII. Only texts with other characters are decoded and checked, when they are requested.
 */
export class XmlSource {
  readonly text: string;
  /** The outermost namespace scope; shared by all readers of the source, and with it their cache of tags. */
  readonly scope: Scope;
  readonly isPartial: boolean;
  readonly #bytes: SliceableBuffer;
  readonly #base: number;
  readonly #acceptSurrogates: boolean;
  /** The place of the text that {@link passText} passed, and the kinds of bytes in it. */
  #start = 0;
  #end = 0;
  #kinds = 0;

  /**
   * @param bytes - valid UTF-8 without a byte order mark
   *
   * @param isPartial - more follows; texts are copied, so that none keeps the piece in memory
   * @param scope - the outermost scope of the previous piece
   * @param base - the bytes of the document before this piece
   */
  constructor(
    bytes: Uint8Array,
    isPartial: boolean = false,
    scope: Scope = Scope.root(),
    base: number = 0,
    acceptSurrogates: boolean = false,
  ) {
    this.isPartial = isPartial;
    this.scope = scope;
    this.#base = base;
    this.#acceptSurrogates = acceptSurrogates;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) as SliceableBuffer;
    this.text = this.#bytes.latin1Slice(0, bytes.length);
  }

  /** Decodes a slice, with normalized line ends (XML 1.0 section 2.11). @throws Problem for a forbidden character */
  decode(raw: string, start: number): string {
    refuseForbidden(raw, this.#base + start);
    const decoded = this.#bytes.utf8Slice(start, start + raw.length);
    return decoded.includes('\r') ? normalLineEnds(decoded) : decoded;
  }

  /** Passes text up to the next "<", the end, or {@link MAX_RUN} bytes. @returns the position of its end */
  passText(start: number): number {
    const bytes = this.#bytes;
    const last = Math.min(bytes.length, start + MAX_RUN);
    let kinds = 0;
    let end = start;
    for (; end < last; end++) {
      const byte = bytes[end] as number;
      if (byte === LESS_THAN) break;
      kinds |= KINDS[byte] as number;
    }
    this.#start = start;
    this.#end = end;
    this.#kinds = kinds;
    return end;
  }

  /**
   * Shortens the text of {@link passText} so that no character, line end, "]]>" or reference is cut. @returns its end
   */
  shortenText(): number {
    const start = this.#start;
    let end = this.endOfWhole(start, this.#end);
    const run = this.text.slice(start, end);
    const reference = run.lastIndexOf('&');
    if (reference > run.lastIndexOf(';')) {
      if (reference > 0) end = start + reference;
      else {
        const semicolon = this.text.indexOf(';', end);
        end = semicolon === -1 ? this.text.length : semicolon + 1;
      }
    } else if (this.text.startsWith(']]>', end - 1) || this.text.startsWith(']]>', end - 2)) end -= 2;
    this.#end = end;
    return end;
  }

  /** Moves the end of a part back if it would cut a letter, or separate `\r` and `\n`. */
  endOfWhole(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = end;
    while (at > start + 1 && ((bytes[at] as number) & 0xc0) === 0x80) at -= 1;
    return at > start + 1 && bytes[at] === LINE_FEED && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
  }

  get isPlain(): boolean {
    return this.#kinds === 0;
  }

  /** The decoded text of {@link passText}, with references and line ends (XML 1.0 section 2.11) replaced. */
  get characters(): string {
    return this.#kinds === 0 ? this.#plain(this.#start, this.#end) : this.#special(this.#start, this.#end, this.#kinds);
  }

  get digits(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#start;
    if (at === end || end - at > MAX_DIGITS) return -1;
    let value = 0;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    return value;
  }

  #special(start: number, end: number, kinds: number): string {
    let text: string;
    if ((kinds & SUSPECT) !== 0) {
      const raw = this.text.slice(start, end);
      if (raw.includes(']]>')) throw new Problem('"]]>" in character data', { offset: this.#base + start });
      text = this.decode(raw, start);
    } else text = (kinds & LETTER) === 0 ? this.#plain(start, end) : this.#bytes.utf8Slice(start, end);
    return (kinds & REFERENCE) === 0 ? text : expandReferences(text, this.#base + start, this.#acceptSurrogates);
  }

  /** Returns a slice that needs no decoding. In a partial document, it is a copy. */
  #plain(start: number, end: number): string {
    return this.isPartial && end - start > MAX_COPIED_BY_ENGINE
      ? this.#bytes.latin1Slice(start, end)
      : this.text.slice(start, end);
  }
}

/**
 * `replace` keeps 32 bytes of memory for each match: a long text is split and joined, a piece of this size at a time.
 */
const PIECE_LENGTH = 16_384;

function normalLineEnds(text: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE_LENGTH;
    // A piece may well end behind a line feed, but not between it and its carriage return.
    if (text[end] === '\n') end += 1;
    pieces.push(text.slice(start, end).split('\r\n').join('\n').split('\r').join('\n'));
    start = end;
  }
  return pieces.join('');
}
