import type { Field } from '../http-client/description/parts/endpoint.js';
import { invalid } from '../options/check.js';

export const OPERATION = 'mail';

export const MESSAGE = 'message';

const LINE_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Rejects a value that the format cannot carry. Values are not percent-decoded, so no character can be escaped.
 *
 * @throws ValidationError with the path of the text
 */
export function checkCarried(value: unknown, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) checkCarried(one, `${path}[${index}]`);
  }
  if (typeof value !== 'string') return;
  if (value.includes('&')) refuse(path, 'must not contain "&": a mail has no escapes for it');
  if (LINE_OR_CONTROL.test(value)) refuse(path, 'must not contain line breaks or control characters');
  if (value !== value.trim()) refuse(path, AROUND);
}

const AROUND = 'must not begin or end with white space';

/**
 * Rejects a message that would arrive changed. It may contain `&`, `=` and line breaks, because it is the last
 * parameter.
 */
export function checkMessage(message: string, encoding: TransferEncoding): void {
  const path = MESSAGE;
  if (message === '') refuse(path, 'is empty');
  if (message !== message.trim()) refuse(path, AROUND);
  if (/\r(?!\n)/.test(message)) refuse(path, 'must not contain a CR without an LF');
  if (message.includes('\0')) refuse(path, 'must not contain a NUL');
  // The message never starts a line of the mail: other parameters precede it.
  if (encoding === '8bit') checkLines(linesOf(`=${message}`), path);
}

export function checkLines(lines: readonly string[], path: string): void {
  for (const line of lines) {
    const changed = changedWithout8bit(line);
    if (changed !== undefined) {
      refuse(path, `has ${changed}. Use transferEncoding 'base64' or 'quoted-printable'`);
    }
  }
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Writes the body. `message` comes last because it extends to the end of the body. */
export function formText(fields: readonly Field[]): string {
  const last = fields.filter(([name]) => name === MESSAGE);
  const others = fields.filter(([name]) => name !== MESSAGE);
  return [...others, ...last].map(([name, value]) => `${name}=${value}`).join('&');
}

function refuse(path: string, reason: string): never {
  return invalid(path, reason, { operation: OPERATION });
}

/** The transfer encodings of the body (section 4.9). */
export type TransferEncoding = '8bit' | 'quoted-printable' | 'base64';

const [MAX_LINE, MAX_ENCODED] = [998, 76];

/** Describes why mail servers may change a line that is sent without encoding; `undefined` if they do not change it. */
function changedWithout8bit(line: string): string | undefined {
  if (Buffer.byteLength(line) > MAX_LINE) return `a line of more than ${MAX_LINE} bytes`;
  if (/[ \t]$/.test(line)) return 'white space at the end of a line';
  return line.startsWith('From ') ? 'a line that begins with "From "' : undefined;
}

export function encodeBody(lines: readonly string[], encoding: TransferEncoding): string {
  if (encoding === 'base64') return wrapped(Buffer.from(lines.join('\r\n'), 'utf8').toString('base64'));
  const encoded = encoding === '8bit' ? lines : lines.map(quotedPrintable);
  return `${encoded.join('\r\n')}\r\n`;
}

function wrapped(base64: string): string {
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += MAX_ENCODED) lines.push(base64.slice(at, at + MAX_ENCODED));
  return `${lines.join('\r\n')}\r\n`;
}

/** Writes a line as quoted-printable (RFC 2045, section 6.7), with soft line breaks. */
function quotedPrintable(line: string): string {
  const bytes = Buffer.from(line, 'utf8');
  const lines: string[] = [];
  let current = '';
  bytes.forEach((byte, index) => {
    const isAtEdge = current === '' || index === bytes.length - 1;
    const written = isPlain(byte, isAtEdge) ? String.fromCharCode(byte) : escaped(byte);
    // Reserve one character for the `=` of a soft line break.
    if (current.length + written.length >= MAX_ENCODED) {
      lines.push(`${current}=`);
      // This byte was checked as a byte inside a line, but now starts a line.
      current = isPlain(byte, true) ? written : escaped(byte);
    } else current += written;
  });
  return [...lines, current].join('\r\n');
}

const [SPACE, EQUALS, TILDE] = [0x20, 0x3d, 0x7e];
const CHANGED_AT_EDGES: ReadonlySet<number> = new Set([SPACE, 0x2e, 0x46]);

function isPlain(byte: number, isAtEdge: boolean): boolean {
  return byte >= SPACE && byte <= TILDE && byte !== EQUALS && !(isAtEdge && CHANGED_AT_EDGES.has(byte));
}

function escaped(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
