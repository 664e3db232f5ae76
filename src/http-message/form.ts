import { at, Problem } from '../errors/problem.js';
import { latin1, type Recoder, recoderFor } from './charset.js';

/** The media type of a form. */
export const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form, in their order; a name may stand there several times. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** Half a character, which UTF-8 cannot have: it would go out as U+FFFD. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses a field with half a character.
 *
 * @throws Problem that names the field
 */
export function checkField(name: string, value: string): void {
  if (LONE_SURROGATE.test(name)) throw new Problem('the name of a field has half a character');
  if (LONE_SURROGATE.test(value)) throw new Problem(`the field ${name} has half a character`);
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

/**
 * Reads a form, whose bytes and escapes are in a charset.
 *
 * @param charset - in lower case. Default: UTF-8
 * @throws Problem when the charset is not known, or what is written is not of it: never U+FFFD
 */
export function readForm(body: Uint8Array, charset: string = 'utf-8'): FormFields {
  const recoder = recoderFor(charset);
  return latin1(body)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=');
      const name = unescaped(end === -1 ? pair : pair.slice(0, end), recoder);
      try {
        return [name, end === -1 ? '' : unescaped(pair.slice(end + 1), recoder)];
      } catch (error) {
        throw at(name, error);
      }
    });
}

/** A form or a query, in which a percent sign that begins no escape was not escaped: it stands for itself. */
export function withWholeEscapes(text: string): string {
  return text.replace(/%(?![\da-f]{2})/gi, '%25');
}

const ESCAPE = /%([\da-f]{2})?/gi;

/** @param text - its bytes as one character each */
function unescaped(text: string, recoder: Recoder): string {
  const bytes = text.replaceAll('+', ' ').replace(ESCAPE, (_escape, hex?: string) => {
    if (hex === undefined) throw new Problem('an escape of the form is not two hexadecimal digits');
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  const read = Buffer.from(recoder.push(Buffer.from(bytes, 'latin1'))).toString('utf8');
  recoder.end();
  return read;
}
