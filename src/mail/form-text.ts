import type { Field } from '../http-client/description/parts/parameter.js';
import { invalid } from '../options/check.js';
import { OPERATION } from './mail-options.js';
import { changedWithout8bit, type TransferEncoding } from './transfer-encoding.js';

/** The parameter that takes the rest of the body. */
export const MESSAGE = 'message';

/** Ends a value, or a line, wherever a reader takes it to end; a tab may become a space. */
const LINE_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Refuses a value that the form cannot carry: values are not percent-decoded, so that nothing in it can be escaped.
 *
 * @param value - a text, or lists of them
 * @throws ValidationError with the path of the text
 */
export function checkCarried(value: unknown, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) checkCarried(one, `${path}[${index}]`);
  }
  if (typeof value !== 'string') return;
  if (value.includes('&')) refuse(path, 'has a "&", which ends a value: the form of a mail has no escapes');
  if (LINE_OR_CONTROL.test(value)) refuse(path, 'has a line break or a control character, which the form cannot carry');
  if (value !== value.trim()) refuse(path, AROUND);
}

const AROUND = 'begins or ends with white space, which may get lost in a mail';

/** Refuses a message that would arrive as another one. It may hold `&`, `=` and line breaks, because it comes last. */
export function checkMessage(message: string, encoding: TransferEncoding): void {
  const path = MESSAGE;
  if (message === '') refuse(path, 'is empty');
  if (message !== message.trim()) refuse(path, AROUND);
  if (/\r(?!\n)/.test(message)) refuse(path, 'has a CR without an LF, which mail has no place for');
  if (message.includes('\0')) refuse(path, 'has a NUL, which mail has no place for');
  // No line of the mail begins with the first one: other parameters stand before it.
  if (encoding === '8bit') checkLines(linesOf(`=${message}`), path);
}

/** Refuses lines that get changed on their way where they are not encoded. */
export function checkLines(lines: readonly string[], path: string): void {
  for (const line of lines) {
    const changed = changedWithout8bit(line);
    if (changed !== undefined) {
      refuse(path, `has ${changed}, which '8bit' cannot carry; 'base64' and 'quoted-printable' can`);
    }
  }
}

/** The lines of a text, whichever way they end. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Writes the body: the fields as they are, and the message, which takes the rest of it, behind them. */
export function formText(fields: readonly Field[]): string {
  const last = fields.filter(([name]) => name === MESSAGE);
  const others = fields.filter(([name]) => name !== MESSAGE);
  return [...others, ...last].map(([name, value]) => `${name}=${value}`).join('&');
}

function refuse(path: string, reason: string): never {
  return invalid(path, reason, { operation: OPERATION });
}
