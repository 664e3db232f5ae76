import { Problem } from '../../../errors/problem.js';
import { decoded, suggestedEncodings } from '../records/encoding.js';
import { type Line, type Refuse, type Row, readRow } from '../records/lines.js';

export interface Property {
  readonly name: string;
  /** The text before the colon: `item1.TEL;TYPE=CELL`. */
  readonly head: string;
  readonly value: string;
  readonly row: Row;
}

const USED = /^(?:[\w-]+\.)?(version|fn|n|tel|categories|kind|x-addressbookserver-kind)$/i;
const NAME = /^[\w.-]+(?=[:;])/;
/** A colon in quotes belongs to a parameter. */
const HEAD = /^(?:[^":]|"[^"]*")*(?=:)/;
const LINE_END = /\r?\n$/;
const BASE64_LINE = /^[A-Za-z0-9+/=]+$/;
const BASE64 = /;(?:ENCODING=)?(?:B|BASE64)(?:;|$)/i;
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?:;|$)/i;
const QUOTED_BYTES = /(?:=[\dA-F]{2})+/gi;
const CHARSET = /;CHARSET="?([^";:]+)/i;
/** The parts of a name in the order in which they are spoken: prefix, given, additional and family name, suffix. */
const SPOKEN = [3, 1, 2, 0, 4] as const;

export function propertiesOf(lines: readonly Line[], version: string, refuse: Refuse): readonly Property[] {
  const properties: Line[][] = [];
  let [head, isSoftBreak] = ['', false];
  for (const line of lines.slice(1, -1)) {
    const text = line.text.replace(LINE_END, '');
    const isContinued = isSoftBreak || /^[ \t]/.test(text) || (BASE64.test(head) && BASE64_LINE.test(text));
    if (isContinued && properties.length > 0) properties.at(-1)?.push(line);
    else {
      head = text.split(':', 1)[0] ?? '';
      if (text.trim() !== '') properties.push([line]);
    }
    isSoftBreak = QUOTED_PRINTABLE.test(head) && text.endsWith('=');
  }
  return properties.flatMap((each) => readRow(rowOf(each), refuse, (row) => readProperty(row, version)));
}

export function rowOf(lines: readonly Line[]): Row {
  return { line: lines[0]?.line ?? 0, text: lines.map(({ text }) => text).join('') };
}

function readProperty(row: Row, version: string): readonly Property[] {
  const ownName = NAME.exec(row.text)?.[0];
  const name = USED.exec(ownName ?? '')?.[1]?.toLowerCase();
  if (ownName !== undefined && name === undefined) return [];
  const text = joinedLines(row.text.replace(LINE_END, '').replaceAll('\r\n', '\n'), version);
  const head = HEAD.exec(text)?.[0];
  if (name === undefined || head === undefined) throw new Problem('is not a property of a card');
  return [{ name, head, value: text.slice(head.length + 1), row }];
}

/** Joins the lines of a property. Version 2.1 keeps the white space at the beginning of a line. */
function joinedLines(text: string, version: string): string {
  const fold = version === '2.1' ? /\n/g : /\n[ \t]?/g;
  if (!QUOTED_PRINTABLE.test(text.split(':', 1)[0] ?? '')) return text.replace(fold, '');
  const breaks = text.match(/=\n[ \t]?/g) ?? [];
  // Some programs fold soft line breaks as well. A single line may also begin with a space of its own.
  const isFolded = breaks.length > 1 && breaks.every((each) => each.length > 2);
  return text.replace(isFolded ? /=(?:\n[ \t]|$)/g : /=(?:\n|$)/g, '').replace(fold, '');
}

/**
 * Returns the values of a property.
 *
 * @param encoding - of the file, if the caller has set it
 * @throws Problem if it cannot be decoded
 */
export function valuesOf(
  { name, head, value }: Property,
  version: string,
  encoding: string | undefined,
): readonly string[] {
  const text = decodedValue(head, value, encoding);
  // Quoted-printable is a part of version 2.1 only.
  const isVersion21 = version === '2.1' || QUOTED_PRINTABLE.test(head);
  const plain = (part: string): string => (isVersion21 ? part.replace(/\\([;,])/g, '$1') : unescaped(part));
  if (name === 'categories') {
    if (!isVersion21) return split(text, ',').map(plain);
    return split(text, ',;').map((part) => plain(part).trim());
  }
  if (name !== 'n') return [plain(text)];
  const parts = split(text, ';').map((part) => (isVersion21 ? [part] : split(part, ',')).map(plain));
  const spoken = SPOKEN.flatMap((index) => parts[index] ?? []);
  return [spoken.filter((part) => part !== '').join(' ')];
}

/** Unescapes a text of RFC 2426 and RFC 6350. */
function unescaped(text: string): string {
  return text.replace(/\\([\\;,n])/gi, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

function split(value: string, separators: string): readonly string[] {
  const parts = [''];
  for (const [sign] of value.matchAll(/\\.|./gs)) {
    if (separators.includes(sign)) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

function decodedValue(head: string, value: string, encoding: string | undefined): string {
  if (BASE64.test(head)) return textOf(Buffer.from(value, 'base64'), head, encoding);
  if (!QUOTED_PRINTABLE.test(head)) return value;
  return value.replace(QUOTED_BYTES, (bytes) => textOf(Buffer.from(bytes.replaceAll('=', ''), 'hex'), head, encoding));
}

function textOf(bytes: Uint8Array, head: string, encoding: string | undefined): string {
  const charset = CHARSET.exec(head)?.[1]?.trim();
  // Bytes of UTF-16 are never quoted.
  const ofFile = encoding === undefined || encoding.startsWith('utf-') ? [] : [encoding];
  for (const label of charset === undefined ? ['utf-8', ...ofFile] : [charset]) {
    const text = decoded(bytes, label);
    if (text !== undefined) return text;
  }
  if (charset !== undefined) throw new Problem('contains bytes that are invalid in its CHARSET');
  const [suggested] = suggestedEncodings(bytes);
  const hint = suggested === undefined ? '' : `. It may be ${suggested}`;
  throw new Problem(`has no CHARSET and is not UTF-8: set the option encoding${hint}`);
}
