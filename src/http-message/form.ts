import { isUtf8 } from 'node:buffer';
import { Problem } from '../errors/problem.js';

/** The media type of a form. */
export const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form, in their order; a name may stand there several times. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** Half a character, which UTF-8 cannot have: it would go out as U+FFFD. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Writes a form, in UTF-8.
 *
 * @throws Problem when a field has half a character: never U+FFFD
 */
export function writeForm(fields: FormFields): Uint8Array {
  const form = new URLSearchParams();
  for (const [name, value] of fields) {
    if (LONE_SURROGATE.test(name)) throw new Problem('the name of a field has half a character');
    if (LONE_SURROGATE.test(value)) throw new Problem(`the field ${name} has half a character`);
    form.append(name, value);
  }
  return Buffer.from(form.toString(), 'utf8');
}

/**
 * Reads a form in UTF-8.
 *
 * @throws Problem when it is not UTF-8, or its escapes are not: never U+FFFD
 */
export function readForm(body: Uint8Array): FormFields {
  if (!isUtf8(body)) throw new Problem('the form is not valid UTF-8');
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end === -1 ? [unescaped(pair), ''] : [unescaped(pair.slice(0, end)), unescaped(pair.slice(end + 1))];
    });
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem('an escape of the form is not valid UTF-8');
  }
}
