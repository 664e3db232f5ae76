import { at, Problem } from '../errors/problem.js';
import { recoderFor } from './charset.js';

export const FORM = 'application/x-www-form-urlencoded';

export type FormFields = readonly (readonly [name: string, value: string])[];

/** Half a character, which UTF-8 cannot have: it would go out as U+FFFD. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses a field with half a character.
 *
 * @throws Problem that names the field
 */
export function checkField(name: string, value: string): void {
  if (LONE_SURROGATE.test(name)) throw new Problem('the name of a field contains a lone surrogate');
  if (LONE_SURROGATE.test(value)) throw new Problem(`the field ${name} contains a lone surrogate`);
}

/**
 * Writes a form, in UTF-8.
 *
 * @throws Problem when a field has half a character: never U+FFFD
 */
export function writeForm(fields: FormFields): Uint8Array {
  const form = new URLSearchParams();
  for (const [name, value] of fields) {
    checkField(name, value);
    form.append(name, value);
  }
  return Buffer.from(form.toString(), 'utf8');
}

export type PercentSign = 'escape' | 'itself';

/**
 * Reads a form whose bytes and escapes are in a charset.
 *
 * @param charset - in lower case. Default: UTF-8
 * @throws Problem if the charset is unknown, or the bytes are invalid in it
 */
export function readForm(body: Uint8Array, charset: string = 'utf-8', percentSign: PercentSign = 'escape'): FormFields {
  const recoder = recoderFor(charset);
  const isUtf8 = charset === 'utf-8' || charset === 'utf8';
  const read = (bytes: Uint8Array): string => {
    const plain = isUtf8 ? plainText(bytes) : undefined;
    if (plain !== undefined) return plain;
    const text = Buffer.from(recoder.push(unescaped(bytes, percentSign))).toString('utf8');
    recoder.end();
    return text;
  };
  return pairsOf(body).map((pair) => {
    const end = pair.indexOf(EQUALS);
    const name = read(end === -1 ? pair : pair.subarray(0, end));
    try {
      return [name, end === -1 ? '' : read(pair.subarray(end + 1))];
    } catch (error) {
      throw at(name, error);
    }
  });
}

const [AMPERSAND, EQUALS, PLUS, PERCENT, SPACE] = [0x26, 0x3d, 0x2b, 0x25, 0x20] as const;

function pairsOf(body: Uint8Array): readonly Uint8Array[] {
  const pairs: Uint8Array[] = [];
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(AMPERSAND, start);
    const end = found === -1 ? body.length : found;
    if (end > start) pairs.push(body.subarray(start, end));
    start = end + 1;
  }
  return pairs;
}

/** The text of bytes of ASCII without an escape, as most are; `undefined` for all others. */
function plainText(bytes: Uint8Array): string | undefined {
  for (const byte of bytes) if (byte === PERCENT || byte === PLUS || byte >= 0x80) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Byte by byte: a function for each escape would make a form of nothing else cost a hundred times as much. */
function unescaped(bytes: Uint8Array, percentSign: PercentSign): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte === PERCENT) {
      const [high, low] = [digitOf(bytes[index + 1]), digitOf(bytes[index + 2])];
      if (high !== -1 && low !== -1) {
        plain[length++] = high * 16 + low;
        index += 2;
        continue;
      }
      if (percentSign === 'escape') throw new Problem('an escape of the form is not two hexadecimal digits');
    }
    plain[length++] = byte === PLUS ? SPACE : byte;
  }
  return plain.subarray(0, length);
}

function digitOf(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
