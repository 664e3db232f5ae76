import { Problem } from '../errors/problem.js';
import { refuseForbidden } from './chars.js';
import { expandReferences } from './references.js';
import { Scope } from './start-tag.js';

/**
 * The characters of a text that stand for themselves, as the inside of a character class. All others want a second
 * look: letters of several bytes, references, line ends to be normalised, "]]>", and what XML forbids.
 */
export const PLAIN_CHARACTERS: string = String.raw`\t\n -%'-;=-\\^-\x7f`;

const NOT_PLAIN = new RegExp(`[^${PLAIN_CHARACTERS}]`);
/** What needs more than decoding and references: possible line ends, "]]>" and forbidden characters. Seldom found. */
const SUSPECT = /[\u0000-\u0008\u000b-\u001f\]\u00ef]/;
/** V8 makes a slice of up to 12 characters a string of its own. */
const MAX_COPIED_BY_ENGINE = 12;
const NOT_ASCII = /[\u0080-\u00ff]/;

/** `Buffer.toString` without its checks, which cost more than the work for a short text. Not in the types of Node.js. */
interface SliceableBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/**
 * A document ready to be read: its bytes, and a view of them as one character a byte.
 *
 * A one-byte string costs a tenth of decoding everything as UTF-8, its indexes are byte offsets, and all mark-up is
 * ASCII; only the pieces that hold other letters are decoded, when they are asked for. That no character is forbidden
 * is looked at in the same pieces: a look at the whole document would cost as much again as finding its mark-up.
 */
export class XmlSource {
  readonly text: string;
  /** The outermost namespace scope; shared by all readers of the source, and with it their memo of tags. */
  readonly scope: Scope;
  /** Whether the document goes on after this piece. */
  readonly isPartial: boolean;
  readonly #bytes: SliceableBuffer;

  /**
   * @param bytes - valid UTF-8 without a byte order mark
   * @param isPartial - more follows; texts are then copied, so that none keeps the whole piece in memory
   * @param scope - the outermost scope of the piece before
   */
  constructor(bytes: Uint8Array, isPartial: boolean = false, scope: Scope = Scope.root()) {
    this.isPartial = isPartial;
    this.scope = scope;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) as SliceableBuffer;
    this.text = this.#bytes.latin1Slice(0, bytes.length);
  }

  /**
   * The text of a slice as it was meant: decoded, with line ends as XML 1.0 section 2.11 wants them.
   *
   * @param raw - the slice
   * @param start - where it begins
   * @throws Problem for a character that XML forbids
   */
  decode(raw: string, start: number): string {
    refuseForbidden(raw, start);
    const decoded = this.#decoded(raw, start);
    return decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
  }

  /**
   * A slice of which all characters stand for themselves. In a piece it becomes a string of its own, because a slice of
   * a string keeps the string alive unless it is so short that the engine copies it.
   */
  plain(raw: string, start: number): string {
    return this.isPartial && raw.length > MAX_COPIED_BY_ENGINE
      ? this.#bytes.latin1Slice(start, start + raw.length)
      : raw;
  }

  /** Character data: {@link decode} and the references in it. */
  characters(raw: string, start: number): string {
    return NOT_PLAIN.test(raw) ? this.special(raw, start) : this.plain(raw, start);
  }

  /** {@link characters} that do not all stand for themselves. */
  special(raw: string, start: number): string {
    const isSuspect = SUSPECT.test(raw);
    if (isSuspect && raw.includes(']]>')) throw new Problem('"]]>" stands in character data', { offset: start });
    const text = isSuspect ? this.decode(raw, start) : this.#decoded(raw, start);
    return text.includes('&') ? expandReferences(text, start) : text;
  }

  #decoded(raw: string, start: number): string {
    return NOT_ASCII.test(raw) ? this.#bytes.utf8Slice(start, start + raw.length) : this.plain(raw, start);
  }
}
