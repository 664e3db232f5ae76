import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Problem } from '../errors/problem.js';

const DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

/**
 * The bytes of a document as UTF-8 without a byte order mark.
 *
 * The charset is the byte order mark's, then the transport's (`charset` of the Content-Type), then that of the XML
 * declaration, then UTF-8 (WIRE.md). UTF-8 is handed through without a copy.
 *
 * @param bytes - the document as it came
 * @param transportCharset - the charset that the transport named, if any
 * @throws Problem when the charset is unknown or the bytes are not valid in it: never U+FFFD
 */
export function toUtf8(bytes: Uint8Array, transportCharset?: string): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return checkedUtf8(bytes.subarray(3));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return transcode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return transcode(bytes, 'utf-16be');
  const charset = (transportCharset ?? declaredCharset(bytes) ?? 'utf-8').toLowerCase();
  switch (charset) {
    case 'utf-8':
    case 'utf8':
      return checkedUtf8(bytes);
    case 'us-ascii':
    case 'ascii':
      if (!isAscii(bytes)) throw new Problem('the bytes are not valid US-ASCII');
      return bytes;
    case 'iso-8859-1':
    case 'latin1':
      // Not the label's meaning on the web, which is windows-1252.
      return Buffer.from(latin1(bytes), 'utf8');
    default:
      return transcode(bytes, charset);
  }
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  return DECLARATION.exec(latin1(bytes.subarray(0, 256)))?.[1];
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function checkedUtf8(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new Problem('the bytes are not valid UTF-8');
  return bytes;
}

function transcode(bytes: Uint8Array, charset: string): Uint8Array {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw new Problem(`the charset "${charset.slice(0, 40)}" is not supported`);
  }
  try {
    return Buffer.from(decoder.decode(bytes), 'utf8');
  } catch {
    throw new Problem(`the bytes are not valid ${charset}`);
  }
}
