import { checkedUtf8, latin1, type Recoder, recoderFor } from '../http-message/charset.js';

const DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

/** The number of bytes at the beginning of a document in which the XML declaration is looked for. */
const HEAD_BYTES = 256;

interface Charset {
  readonly name: string;
  readonly markBytes: number;
}

/**
 * The charset of a document: of the byte order mark, the Content-Type, the XML declaration, or UTF-8, in this order.
 */
function charsetOf(head: Uint8Array, transportCharset: string | undefined): Charset {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', markBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', markBytes: 2 };
  const name = transportCharset ?? DECLARATION.exec(latin1(head.subarray(0, HEAD_BYTES)))?.[1] ?? 'utf-8';
  return { name: name.toLowerCase(), markBytes: 0 };
}

/**
 * Returns a document as UTF-8 without a byte order mark; UTF-8 is not copied.
 *
 * @param transportCharset - of the Content-Type
 * @throws Problem if the charset is unknown or the bytes are invalid in it
 */
export function toUtf8(bytes: Uint8Array, transportCharset?: string): Uint8Array {
  const { name, markBytes } = charsetOf(bytes, transportCharset);
  const document = markBytes === 0 ? bytes : bytes.subarray(markBytes);
  if (name === 'utf-8') return checkedUtf8(document);
  const recoder = recoderFor(name);
  const decoded = recoder.push(document);
  recoder.end();
  return decoded;
}

/** {@link toUtf8} for the beginning of a document, which may be cut inside a letter: that is left out. */
export function beginningAsUtf8(bytes: Uint8Array, transportCharset?: string): Uint8Array {
  const { name, markBytes } = charsetOf(bytes, transportCharset);
  return recoderFor(name).push(bytes.subarray(markBytes));
}

/**
 * Like {@link toUtf8}, for an arriving document. No piece ends inside a character; the first contains the XML
 * declaration.
 */
export async function* utf8Pieces(
  pieces: AsyncIterable<Uint8Array>,
  transportCharset?: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let head: Uint8Array = new Uint8Array();
  let recoder: Recoder | undefined;
  for await (const piece of pieces) {
    if (recoder !== undefined) {
      yield* recoded(recoder, piece);
      continue;
    }
    head = skipWhiteSpace(head.length === 0 ? piece : Buffer.concat([head, piece]));
    if (head.length < HEAD_BYTES) continue;
    const { name, markBytes } = charsetOf(head, transportCharset);
    recoder = recoderFor(name);
    yield* recoded(recoder, head.subarray(markBytes));
  }
  // Of nothing it does not matter in which charset it is.
  if (recoder === undefined) yield head.length === 0 ? head : toUtf8(head, transportCharset);
  else recoder.end();
}

function* recoded(recoder: Recoder, piece: Uint8Array): Generator<Uint8Array, void, undefined> {
  try {
    yield recoder.push(piece);
  } catch (error) {
    const valid = recoder.validPart(piece);
    if (valid.length > 0) yield valid;
    throw error;
  }
}

/** Skips leading white space: scripts with a blank line before `<?php` send it before the XML declaration. */
export function skipWhiteSpace(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && isWhiteSpace(bytes[start] ?? 0)) start += 1;
  return start === 0 ? bytes : bytes.subarray(start);
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x9 && byte <= 0xd);
}
