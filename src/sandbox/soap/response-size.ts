import type { RefusalCode } from '../gateway/refusal/descriptions.js';
import { Refusal } from '../gateway/refusal/refusal.js';

/** The characters that `&`, `<`, `>` and the carriage return need in XML, beyond the character itself. */
const ESCAPED: ReadonlyMap<string, number> = new Map([
  ['&', 4],
  ['<', 3],
  ['>', 3],
  ['\r', 4],
]);
const NEEDS_ESCAPE = /[&<>\r]/;

/** Counts the characters that a text takes in XML. */
export function xmlLength(text: string): number {
  let { length } = text;
  if (!NEEDS_ESCAPE.test(text)) return length;
  for (const character of text) length += ESCAPED.get(character) ?? 0;
  return length;
}

/** The most that one response may hold. */
export interface ResponseLimit {
  /** Characters of XML. */
  readonly characters: number;
  /** The code that refuses what would be more. */
  readonly code: RefusalCode;
}

/**
 * Refuses records whose response would be too large, before anything of it is written: a string has an end in
 * JavaScript, and a history can be many times as long as the requests that made it.
 *
 * @param sizeOf - how many characters of XML a record takes, tags included; more rather than less
 * @throws Refusal with the code of the limit
 */
export function checkResponseSize<T>(
  records: readonly T[],
  sizeOf: (record: T) => number,
  { characters, code }: ResponseLimit,
): readonly T[] {
  let size = 0;
  for (const record of records) {
    size += sizeOf(record);
    if (size > characters) throw new Refusal(code);
  }
  return records;
}
