import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Problem } from '../errors/problem.js';

export interface Recoder {
  /** @throws Problem when the bytes are not valid in the charset: never U+FFFD */
  push(piece: Uint8Array): Uint8Array;
  /**
   * Returns the part before the invalid bytes, in UTF-8, after `push` has refused the piece. Empty for multi-byte
   * charsets except UTF-8, because the letter may have begun in the previous piece.
   */
  validPart(piece: Uint8Array): Uint8Array;
  /** The end of the text. @throws Problem when it is inside a letter */
  end(): void;
}

const NOTHING = new Uint8Array();

/**
 * Makes what turns texts of a charset into UTF-8.
 *
 * @param name - in lower case
 * @throws Problem when the charset is unknown
 */
export function recoderFor(name: string): Recoder {
  switch (name) {
    case 'utf-8':
    case 'utf8':
      return utf8Recoder();
    case 'us-ascii':
    case 'ascii':
      return { push: checkedAscii, validPart: longestAscii, end: () => {} };
    case 'iso-8859-1':
    case 'latin1':
      // On the web, this label means windows-1252.
      return { push: (piece) => Buffer.from(latin1(piece), 'utf8'), validPart: () => NOTHING, end: () => {} };
    default:
      return otherRecoder(name);
  }
}

/**
 * Reads a whole text.
 *
 * @param charset - in any case. Default: UTF-8
 * @throws Problem when the charset is unknown, or the bytes are not valid in it: never U+FFFD
 */
export function textIn(bytes: Uint8Array, charset: string = 'utf-8'): string {
  const recoder = recoderFor(charset.toLowerCase());
  const utf8 = recoder.push(bytes);
  recoder.end();
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length).toString('utf8');
}

export function isKnownCharset(name: string): boolean {
  try {
    recoderFor(name.toLowerCase());
    return true;
  } catch {
    return false;
  }
}

function utf8Recoder(): Recoder {
  let rest: Uint8Array = NOTHING;
  let refused: Uint8Array = NOTHING;
  return {
    push: (piece) => {
      const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const completeBytes = joined.subarray(0, endOfWholeLetters(joined));
      rest = joined.subarray(completeBytes.length);
      refused = completeBytes;
      return checkedUtf8(completeBytes);
    },
    validPart: () =>
      longestValid(refused, (part) => {
        const letters = part.subarray(0, endOfWholeLetters(part));
        return isUtf8(letters) ? letters : undefined;
      }),
    end: () => {
      if (rest.length > 0) throw new Problem(NO_UTF8);
    },
  };
}

/** Finds the end of the last complete letter. */
function endOfWholeLetters(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? length - back : length;
    }
  }
  return length;
}

/** Returns valid UTF-8 unchanged. @throws Problem if it is invalid */
export function checkedUtf8(piece: Uint8Array): Uint8Array {
  if (!isUtf8(piece)) throw new Problem(NO_UTF8);
  return piece;
}

const NO_UTF8 = 'the bytes are not valid UTF-8';

function checkedAscii(piece: Uint8Array): Uint8Array {
  if (!isAscii(piece)) throw new Problem('the bytes are not valid US-ASCII');
  return piece;
}

function longestAscii(piece: Uint8Array): Uint8Array {
  return longestValid(piece, (part) => (isAscii(part) ? part : undefined));
}

/** Returns the longest beginning of a piece that can be read. @param read - returns `undefined` if it cannot */
function longestValid(piece: Uint8Array, read: (part: Uint8Array) => Uint8Array | undefined): Uint8Array {
  let valid: Uint8Array = NOTHING;
  let [least, most] = [0, piece.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    const found = read(piece.subarray(0, middle));
    if (found === undefined) most = middle - 1;
    else [valid, least] = [found, middle];
  }
  return valid;
}

function otherRecoder(name: string): Recoder {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
  } catch {
    throw new Problem('the charset is not supported', { quoted: name });
  }
  const decode = (piece: Uint8Array, stream: boolean): Uint8Array => {
    try {
      return Buffer.from(decoder.decode(piece, { stream }), 'utf8');
    } catch {
      throw new Problem(`the bytes are not valid ${name}`);
    }
  };
  return {
    push: (piece) => decode(piece, true),
    validPart: (piece) => (hasSingleBytes(name) ? longestValid(piece, (part) => decoded(name, part)) : NOTHING),
    end: () => {
      decode(NOTHING, false);
    },
  };
}

function hasSingleBytes(name: string): boolean {
  return new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)).length === 256;
}

function decoded(name: string, part: Uint8Array): Uint8Array | undefined {
  try {
    return Buffer.from(new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(part), 'utf8');
  } catch {
    return undefined;
  }
}

/** The bytes as one character each: for looking at mark-up, which is ASCII. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
