import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Problem } from '../errors/problem.js';

const DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

/** The number of bytes at the beginning of a document in which the XML declaration is looked for. */
const HEAD_BYTES = 256;

/** The charset of a document, and the number of bytes of the byte order mark that it begins with. */
interface Charset {
  readonly name: string;
  readonly markBytes: number;
}

/**
 * The charset of a document: the byte order mark's, then the transport's (`charset` of the Content-Type), then that of
 * the XML declaration, then UTF-8.
 */
function charsetOf(head: Uint8Array, transportCharset: string | undefined): Charset {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', markBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', markBytes: 2 };
  const name = transportCharset ?? DECLARATION.exec(latin1(head.subarray(0, HEAD_BYTES)))?.[1] ?? 'utf-8';
  return { name: name.toLowerCase(), markBytes: 0 };
}

/** Turns a document into UTF-8 piece by piece. */
interface Recoder {
  /** @throws Problem when the bytes are not valid in the charset: never U+FFFD */
  push(piece: Uint8Array): Uint8Array;
  /** The end of the document. @throws Problem when it is inside a letter */
  end(): void;
}

const NOTHING = new Uint8Array();

function recoderFor(name: string): Recoder {
  switch (name) {
    case 'utf-8':
    case 'utf8':
      return utf8Recoder();
    case 'us-ascii':
    case 'ascii':
      return { push: checkedAscii, end: () => {} };
    case 'iso-8859-1':
    case 'latin1':
      // Not the label's meaning on the web, which is windows-1252.
      return { push: (piece) => Buffer.from(latin1(piece), 'utf8'), end: () => {} };
    default:
      return otherRecoder(name);
  }
}

/** Tells whether documents in a charset of this name can be read. */
export function isKnownCharset(name: string): boolean {
  try {
    recoderFor(name.toLowerCase());
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 is handed through; a letter that is cut by the end of a piece waits for the next one. */
function utf8Recoder(): Recoder {
  let rest: Uint8Array = NOTHING;
  return {
    push: (piece) => {
      const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const whole = joined.subarray(0, endOfWholeLetters(joined));
      rest = joined.subarray(whole.length);
      return checkedUtf8(whole);
    },
    end: () => {
      if (rest.length > 0) throw new Problem('the bytes are not valid UTF-8');
    },
  };
}

/** Finds the end of the last letter that is not cut by the end of the bytes. */
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

function checkedUtf8(piece: Uint8Array): Uint8Array {
  if (!isUtf8(piece)) throw new Problem('the bytes are not valid UTF-8');
  return piece;
}

function checkedAscii(piece: Uint8Array): Uint8Array {
  if (!isAscii(piece)) throw new Problem('the bytes are not valid US-ASCII');
  return piece;
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
    end: () => {
      decode(NOTHING, false);
    },
  };
}

/**
 * The bytes of a document as UTF-8 without a byte order mark. UTF-8 is handed through without a copy.
 *
 * @param bytes - the document as it came
 * @param transportCharset - the charset that the transport named, if any
 * @throws Problem when the charset is unknown or the bytes are not valid in it: never U+FFFD
 */
export function toUtf8(bytes: Uint8Array, transportCharset?: string): Uint8Array {
  const { name, markBytes } = charsetOf(bytes, transportCharset);
  const document = markBytes === 0 ? bytes : bytes.subarray(markBytes);
  if (name === 'utf-8') return checkedUtf8(document);
  const recoder = recoderFor(name);
  const whole = recoder.push(document);
  recoder.end();
  return whole;
}

/** {@link toUtf8} for the beginning of a document, which may be cut inside a letter: that is left out. */
export function beginningAsUtf8(bytes: Uint8Array, transportCharset?: string): Uint8Array {
  const { name, markBytes } = charsetOf(bytes, transportCharset);
  return recoderFor(name).push(bytes.subarray(markBytes));
}

/**
 * {@link toUtf8} for a document that is still arriving. No piece ends inside a letter; the first one holds the XML
 * declaration whole, if there is one.
 */
export async function* utf8Pieces(
  pieces: AsyncIterable<Uint8Array>,
  transportCharset?: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let head: Uint8Array = NOTHING;
  let recoder: Recoder | undefined;
  for await (const piece of pieces) {
    if (recoder !== undefined) {
      yield recoder.push(piece);
      continue;
    }
    head = skipWhiteSpace(head.length === 0 ? piece : Buffer.concat([head, piece]));
    if (head.length < HEAD_BYTES) continue;
    const { name, markBytes } = charsetOf(head, transportCharset);
    recoder = recoderFor(name);
    yield recoder.push(head.subarray(markBytes));
  }
  // Of nothing it does not matter in which charset it is.
  if (recoder === undefined) yield head.length === 0 ? head : toUtf8(head, transportCharset);
  else recoder.end();
}

/**
 * Returns the bytes behind leading white space: scripts with a blank line before `<?php` send it before the XML
 * declaration.
 */
export function skipWhiteSpace(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && isWhiteSpace(bytes[start] ?? 0)) start += 1;
  return start === 0 ? bytes : bytes.subarray(start);
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x9 && byte <= 0xd);
}

/** The bytes as one character each: for looking at mark-up, which is ASCII. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
