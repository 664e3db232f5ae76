import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { withDerived } from './derived-secrets.js';

/** The charsets in which a text may have been written, or read, instead of UTF-8. */
const CHARSETS = ['windows-1252', 'iso-8859-2', 'windows-1250', 'windows-1251', 'utf-16le', 'utf-16be'] as const;
const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;

const MAX_ENCODED = 1024;

const MIN_CODED = 10;

export interface SecretForms {
  /** Texts whose pieces are searched. */
  readonly texts: readonly string[];
  /** The forms that are only looked for as a whole, in a text reduced by {@link lettersAndDigits}. */
  readonly codes: readonly string[];
}

export function formsOfSecret(secret: string): SecretForms {
  if (secret.length > MAX_ENCODED) return { texts: [secret], codes: [] };
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digests = DIGESTS.map((name) => createHash(name).update(secret, 'utf8').digest());
  const utf8 = Buffer.from(secret, 'utf8');
  const others = CHARSETS.flatMap((charset) => bytesIn(secret, charset) ?? []);
  const all = [utf8, ...others];
  return {
    texts: [
      ...withDerived(secret),
      ...digests.map((digest) => digest.toString('base64')),
      ...others.flatMap(base64Pieces),
      ...(isAscii(utf8) ? [] : [...misread(all, secret), secret.replace(/[^\0-\x7f]/gu, '?')]),
    ],
    codes: [
      lettersAndDigits(secret),
      ...digests.map((digest) => digest.toString('hex')),
      ...all.flatMap((bytes) => [bytes.toString('hex'), octal(bytes)]),
      // Quoted-printable and CSS, without their signs.
      lettersAndDigits(secret.replace(/[^\0-\x7f]+/g, (letters) => Buffer.from(letters, 'utf8').toString('hex'))),
      lettersAndDigits(secret.replace(/[^\0-\x7f]/gu, codePoint)),
      secret.replace(/./gsu, codePoint),
    ].filter((code) => code.length >= MIN_CODED),
  };
}

/** A text by nothing but its letters and digits: what hexadecimal or octal digits leave, however they are set apart. */
export function lettersAndDigits(text: string): string {
  if (isAscii(Buffer.from(text, 'utf8'))) return text.toLowerCase().replace(/[^a-z\d]+/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const PREFIX = /\\+(?:x|u\{?)?0*|0x/gi;

export function codesWithoutPrefix(text: string): string | undefined {
  return /\\|0x/i.test(text) ? lettersAndDigits(text.replace(PREFIX, ' ')) : undefined;
}

function bytesIn(text: string, charset: (typeof CHARSETS)[number]): Buffer | undefined {
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const all = readAs(
    charset,
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  const bytes = Array.from(text, (letter) => all.indexOf(letter));
  return bytes.includes(-1) ? undefined : Buffer.from(bytes);
}

function readAs(charset: string, bytes: Uint8Array): string {
  const text = new TextDecoder(charset).decode(bytes);
  return charset === 'windows-1252' ? asWindows1252(text) : text;
}

function misread(all: readonly Buffer[], secret: string): readonly string[] {
  const readers = ['windows-1252', 'iso-8859-2', 'windows-1250', 'windows-1251', 'utf-8'];
  const read = all.flatMap((bytes) => [...readers.map((charset) => readAs(charset, bytes)), bytes.toString('latin1')]);
  return [...new Set(read)].filter((text) => text !== secret);
}

function base64Pieces(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    return padded.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
  });
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

function octal(bytes: Buffer): string {
  return Array.from(bytes, (byte) => byte.toString(8).padStart(3, '0')).join('');
}

/** The bytes 80 to 9F of windows-1252: some versions of Node.js take them for controls, as five of them are. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A text that Node.js has read as windows-1252, as every version of it should have. */
function asWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => HIGH[control.charCodeAt(0) - 0x80] as string);
}
