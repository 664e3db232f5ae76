import ICAL from 'ical.js';
import { Problem } from '../../../errors/problem.js';
import { textIn } from '../encoding/encodings.js';
import { likelyEncodings } from '../encoding/guess.js';
import { isBase64, isQuotedPrintable, type Property } from './properties.js';

export type Version = '2.1' | '3.0' | '4.0';

/** What the values of a property are read with. */
export interface Reading {
  readonly version: Version;
  /** The encoding of the file, where the caller has given it. */
  readonly encoding: string | undefined;
}

/** The names of a person in the order in which they are spoken, each with its place in the value. */
const SPOKEN = [3, 1, 2, 0, 4] as const;

/** Returns the values of a property. @throws Problem if it cannot be read */
export function valuesOf(property: Property, reading: Reading): readonly string[] {
  const { unfolded: text, isFolded } = property;
  if (text === undefined) return valuesIn(property, reading);
  if (isFolded === true) return valuesIn({ ...property, text }, reading);
  try {
    return valuesIn(property, reading);
  } catch (error) {
    // The white space has cut a character in two.
    if (!(error instanceof Problem)) throw error;
    return valuesIn({ ...property, text }, reading);
  }
}

function valuesIn(property: Property, reading: Reading): readonly string[] {
  const { head, name } = property;
  if (reading.version !== '2.1' && !isQuotedPrintable(head)) return parsed(property, reading.version);
  const value = decoded(property, reading);
  if (name === 'categories') return split(value, /(?:\\.|[^\\,;])+/gs);
  if (name === 'n') return [spoken(value.split(/(?<!\\);/).map(plain))];
  return [plain(value)];
}

function split(value: string, part: RegExp): readonly string[] {
  return (value.match(part) ?? []).map((each) => plain(each).trim());
}

/** Version 2.1 has a backslash before a semicolon alone; some write it before a comma, too. */
function plain(value: string): string {
  return value.replace(/\\([;,])/g, '$1');
}

/** A backslash and what it stands before. */
const PAIR = /\\(.)/g;

/** By the library: versions 3.0 and 4.0. It leaves the backslash before a semicolon, where that separates nothing. */
function parsed({ head, text: given, name }: Property, version: Version): readonly string[] {
  const unescaped = given.slice(head.length).replace(PAIR, (pair, sign: string) => (sign === ';' ? sign : pair));
  const text = name === 'n' ? given : head + unescaped;
  let values: readonly unknown[];
  try {
    const { design, parse } = ICAL as unknown as Library;
    [, , , ...values] = parse.property(text, version === '3.0' ? design.vcard3 : design.vcard);
  } catch {
    // The message of the parser quotes the card.
    throw new Problem('is not a property as RFC 2426 and RFC 6350 have it');
  }
  if (name !== 'n') return values.map(String);
  const [parts] = values;
  return [spoken(Array.isArray(parts) ? (parts as unknown[]) : [parts])];
}

/** The part of the library that reads one property. */
interface Library {
  readonly design: { readonly vcard: unknown; readonly vcard3: unknown };
  readonly parse: { readonly property: (text: string, design: unknown) => readonly unknown[] };
}

/** Family, given and additional names, prefixes and suffixes; put together as they are spoken. */
function spoken(parts: readonly unknown[]): string {
  return SPOKEN.flatMap((at) => parts[at])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
}

const QUOTED = /=([\dA-F]{2})/gi;
const QUOTED_RUN = /(?:=[\dA-F]{2})+/gi;
const NOT_ASCII = /[^\0-\x7f]/;
const CHARSET = /;CHARSET="?([^";:]+)/i;

/** The value as text, by its ENCODING and CHARSET. */
function decoded({ head, text }: Property, { encoding }: Reading): string {
  const value = text.slice(head.length + 1);
  if (isBase64(head)) return textOf(Buffer.from(value, 'base64'), head, encoding);
  if (!isQuotedPrintable(head)) return value;
  const read = (quoted: string): string => textOf(unquoted(quoted), head, encoding);
  // What is not ASCII has been decoded with the file.
  return NOT_ASCII.test(value) ? value.replace(QUOTED_RUN, read) : read(value);
}

function unquoted(value: string): Uint8Array {
  return Buffer.from(
    value.replace(QUOTED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );
}

/** The text of bytes: in what CHARSET says; without one in UTF-8, or else in the encoding of the file. */
function textOf(bytes: Uint8Array, head: string, encoding: string | undefined): string {
  const charset = CHARSET.exec(head)?.[1];
  // Bytes of UTF-16 are never quoted.
  const ofFile = encoding === undefined || encoding.startsWith('utf-') ? [] : [encoding];
  const inTurn = charset === undefined ? ['utf-8', ...ofFile] : [charset.trim()];
  for (const label of inTurn) {
    const text = textIn(bytes, label);
    if (text !== undefined) return text;
  }
  if (charset !== undefined) throw new Problem('has bytes that are not in its CHARSET');
  const [likely] = likelyEncodings(bytes);
  const hint = likely === undefined ? '' : `, as it may be ${likely}`;
  throw new Problem(`has no CHARSET and is not UTF-8: the option encoding has to tell it${hint}`);
}
