import { isUtf8 } from 'node:buffer';
import { checkFilled, invalid } from '../../../options/check.js';

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The bytes 80 to 9F of windows-1252: some versions of Node.js decode them as control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CONTROLS = /[\u0080-\u009f]/g;
/** The decoded form of bytes to which an encoding assigns no character. */
const UNASSIGNED = /[\u0080-\u009f\ufffd]/;

const SUGGESTED = ['windows-1250', 'iso-8859-2'];
/** Characters that are not expected in names, unless the encoding is wrong. */
const UNLIKELY = /[^\0-\x7f\p{L}\u00a0„”“’‘–—…€°§]/u;
/** Characters other than Latin letters and punctuation. */
const NOT_LATIN = /[^\0-\x7f\u00c0-\u017f„”“’‘–—…€]/u;

/** Decodes a complete text. Returns `undefined` if the bytes are invalid in the encoding. */
type Decode = (bytes: Uint8Array) => string | undefined;

function encodingOf(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'iso-8859-1' ? 'windows-1252' : encoding;
  } catch {
    return undefined;
  }
}

export function checkEncoding(value: string, path: string): string {
  const encoding = encodingOf(checkFilled(value, path));
  return encoding ?? invalid(path, 'is unknown. Use for example utf-8, utf-16le, windows-1250 or iso-8859-2');
}

function decoderOf(encoding: string): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      return undefined;
    }
    if (encoding.startsWith('utf-')) return text;
    if (encoding === 'windows-1252') {
      text = text.replace(CONTROLS, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
    }
    return UNASSIGNED.test(text) ? undefined : text;
  };
}

export function decoded(bytes: Uint8Array, label: string): string | undefined {
  const encoding = encodingOf(label);
  return encoding === undefined ? undefined : decoderOf(encoding)(bytes);
}

export function suggestedEncodings(line: Uint8Array): readonly string[] {
  return SUGGESTED.filter((encoding) => !UNLIKELY.test(decoded(line, encoding) ?? '\ufffd'));
}

export class FileDecoder {
  readonly encoding: string;
  readonly isUtf16: boolean;
  readonly #decode: Decode;
  readonly #requested: string | undefined;
  #isChecked: boolean;

  /** @throws ValidationError if the file has the byte order mark of another encoding */
  constructor(start: Uint8Array, requested: string | undefined) {
    const mark = MARKS.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))?.[0];
    if (requested !== undefined && mark !== undefined && mark !== requested) {
      invalid('line 1', `has the byte order mark of ${mark}, but the option encoding is ${requested}`);
    }
    this.encoding = requested ?? mark ?? 'utf-8';
    this.isUtf16 = this.encoding.startsWith('utf-16');
    this.#requested = requested;
    this.#decode = decoderOf(this.encoding);
    this.#isChecked = this.encoding.startsWith('utf-');
  }

  /** @throws ValidationError if a line is invalid, or is UTF-8 in a file that was requested in another encoding */
  decode(bytes: Uint8Array, line: number): string {
    if (!this.#isChecked && bytes.some((byte) => byte >= 0x80)) {
      // In another encoding nothing would be invalid, but every letter would be wrong.
      if (isUtf8(bytes) && !NOT_LATIN.test(Buffer.from(bytes).toString('utf8'))) {
        invalid(`line ${line}`, `is UTF-8, not ${this.encoding}. Remove the option encoding`);
      }
      this.#isChecked = true;
    }
    const text = this.#decode(bytes);
    if (text !== undefined) return line === 1 ? text.replace(/^\ufeff/, '') : text;
    const suggested = this.isUtf16 || this.#requested === 'utf-8' ? [] : suggestedEncodings(bytes);
    const hint = suggested.length === 0 ? '' : `. It may be ${suggested.join(' or ')}: set the option encoding`;
    return invalid(`line ${line}`, `is not ${this.encoding.toUpperCase().replace('WINDOWS', 'Windows')}${hint}`);
  }
}
