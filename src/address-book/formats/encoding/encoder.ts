import { invalid } from '../../../options/check.js';
import { decoderOf } from './decoders.js';
import { checkEncoding } from './encodings.js';

/** Writes text in an encoding. */
export interface Encoder {
  readonly isUtf16: boolean;
  /** The part of a text that the encoding has characters for: all of it, or what is left without the others. */
  readonly carry: (text: string) => string;
  /** @param text - of nothing else */
  readonly encode: (text: string) => Uint8Array;
}

const LONE_SURROGATES = /\p{Cs}/gu;
const NOT_ASCII = /[^\0-\x7f]/u;

/** The part of a text that any Unicode has: halves of characters are none. */
export function carriedByUnicode(text: string): string {
  return text.replace(LONE_SURROGATES, '');
}

/** Checks the name of an encoding that a file is written in. */
export function checkWriteEncoding(value: string, path: string): string {
  const encoding = checkEncoding(value, path);
  const isWritten = encoding.startsWith('utf-') || bytesOf(encoding) !== undefined;
  return isWritten ? encoding : invalid(path, 'is one that is only read: a character of it has several bytes');
}

/** Makes an encoder. @param encoding - as {@link checkWriteEncoding} names it */
export function encoderOf(encoding: string): Encoder {
  const isUtf16 = encoding.startsWith('utf-16');
  const bytes = bytesOf(encoding);
  if (bytes !== undefined && !encoding.startsWith('utf-')) return byTable(bytes);
  const encode = (text: string): Uint8Array => {
    if (!isUtf16) return Buffer.from(text, 'utf8');
    const units = Buffer.from(text, 'utf16le');
    return encoding === 'utf-16be' ? units.swap16() : units;
  };
  return { isUtf16, carry: carriedByUnicode, encode };
}

function byTable(bytes: ReadonlyMap<string, number>): Encoder {
  return {
    isUtf16: false,
    carry: (text) => (NOT_ASCII.test(text) ? [...text].filter((character) => bytes.has(character)).join('') : text),
    encode: (text) => Uint8Array.from(text, (character) => bytes.get(character) as number),
  };
}

/** The byte of each character; `undefined` for an encoding in which some have more, or ASCII has others. */
function bytesOf(encoding: string): ReadonlyMap<string, number> | undefined {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const decoder = decoderOf(encoding);
    const { text, fault } = decoder.decode(Uint8Array.of(byte));
    const isPart = text === '' && fault === undefined;
    if (isPart || (byte < 0x80 && text !== String.fromCharCode(byte))) return undefined;
    if (fault === undefined) bytes.set(text, byte);
  }
  return bytes;
}
