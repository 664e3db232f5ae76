import { createHash } from 'node:crypto';
import { TextDecoder } from 'node:util';

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const hexOf = (bytes: Uint8Array): readonly string[] => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
const read = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes);

/** A text in a single-byte charset; a question mark for each letter that the charset does not have. */
function written(text: string, charset: string): Buffer {
  const all = read(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    charset,
  );
  return Buffer.from(Array.from(text, (letter) => (all.includes(letter) ? all.indexOf(letter) : 0x3f)));
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const letters = (text: string, form: (letter: string) => string): string => Array.from(text, form).join('');
const bytes = (text: string, form: (hex: string) => string): string => hexOf(utf8(text)).map(form).join('');
const point = (letter: string): number => letter.codePointAt(0) ?? 0;
const digest = (name: string, text: string): Buffer => createHash(name).update(text).digest();
const notAscii = /[^\0-\x7f]/gu;

/** The forms in which a server may echo a credential, as docs/cassette-files.md lists them. */
export const ECHO_FORMS: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  'as it is': {
    'in any case': (text) => text.toUpperCase(),
    'in full width': (text) => letters(text, (at) => (/[!-~]/.test(at) ? String.fromCharCode(point(at) + 0xfee0) : at)),
    'with its marks apart (NFD)': (text) => text.normalize('NFD'),
    'with a space between letters': (text) => letters(text, (at) => `${at} `),
    'with NUL between letters': (text) => letters(text, (at) => `${at}\0`).replaceAll('\0', '\u2060'),
  },
  HTML: {
    'decimal references': (text) => letters(text, (at) => `&#${point(at)};`),
    'hexadecimal references': (text) => letters(text, (at) => `&#x${point(at).toString(16)};`),
    'named references': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  },
  URL: {
    'percent-encoded': encodeURIComponent,
    'as a form': (text) => new URLSearchParams([['', text]]).toString().slice(1),
    'percent-encoded, each byte': (text) => bytes(text, (hex) => `%${hex}`),
    'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
    'percent-encoded in windows-1250': (text) =>
      hexOf(written(text, 'windows-1250'))
        .map((hex) => `%${hex}`)
        .join(''),
  },
  'JSON, JavaScript, C, CSS': {
    quoted: (text) => JSON.stringify(text),
    '\\u and four digits': (text) => letters(text, (at) => `\\u${point(at).toString(16).padStart(4, '0')}`),
    '\\x and two digits': (text) => bytes(text, (hex) => `\\x${hex}`),
    'octal, what is not ASCII': (text) =>
      text.replace(notAscii, (at) => Array.from(utf8(at), (byte) => `\\${byte.toString(8)}`).join('')),
    'octal, each byte': (text) => Array.from(utf8(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    'CSS, each letter': (text) => letters(text, (at) => `\\${point(at).toString(16)} `),
    'CSS, six digits': (text) => letters(text, (at) => `\\${point(at).toString(16).padStart(6, '0')}`),
  },
  hexadecimal: {
    'in one': (text) => utf8(text).toString('hex'),
    'with spaces': (text) => bytes(text, (hex) => `${hex} `),
    'with colons': (text) => bytes(text, (hex) => `${hex}:`),
    'with 0x': (text) => bytes(text, (hex) => `0x${hex}, `),
    'of UTF-16': (text) => utf16(text).toString('hex'),
  },
  'quoted-printable': {
    'what is not ASCII': (text) =>
      text.replace(notAscii, (at) =>
        hexOf(utf8(at))
          .map((hex) => `=${hex.toUpperCase()}`)
          .join(''),
      ),
    'each byte': (text) => bytes(text, (hex) => `=${hex.toUpperCase()}`),
  },
  base64: {
    'of UTF-8': (text) => utf8(text).toString('base64'),
    'for URLs': (text) => utf8(text).toString('base64url'),
    'within more': (text) => utf8(`demo:${text}!`).toString('base64'),
    'of UTF-16': (text) => utf16(text).toString('base64'),
    'of UTF-16, big-endian': (text) => utf16(text).swap16().toString('base64'),
    'of ISO-8859-2': (text) => written(text, 'iso-8859-2').toString('base64'),
    'of windows-1250': (text) => written(text, 'windows-1250').toString('base64'),
  },
  'in a wrong charset': {
    'UTF-8 read as ISO-8859-1': (text) => utf8(text).toString('latin1'),
    'UTF-8 read as windows-1252': (text) => read(utf8(text), 'windows-1252'),
    'UTF-8 read as windows-1250': (text) => read(utf8(text), 'windows-1250'),
    'UTF-8 read as ISO-8859-2': (text) => read(utf8(text), 'iso-8859-2'),
    'UTF-8 read as windows-1251': (text) => read(utf8(text), 'windows-1251'),
    'ISO-8859-2 read as ISO-8859-1': (text) => written(text, 'iso-8859-2').toString('latin1'),
    'windows-1250 read as ISO-8859-2': (text) => read(written(text, 'windows-1250'), 'iso-8859-2'),
    'a question mark for each letter that is not ASCII': (text) => text.replace(notAscii, '?'),
  },
  digests: Object.fromEntries(
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) => [
      [`${name}, hexadecimal`, (text: string) => digest(name, text).toString('hex')],
      [`${name}, base64`, (text: string) => digest(name, text).toString('base64')],
    ]),
  ),
};
