import type { StartTag } from './start-tag.js';

/** The attributes whose values nearly always differ from tag to tag. */
const UNIQUE_ATTRIBUTE = /[ \t\r\n](?:href|id)="([ !#-%'-;=?-\u007f]+)"/;
const UNIQUE_VALUE = /^[ !#-%'-;=?-\u007f]+$/;

/** A tag cut into what it shares with others, before and after a value, and the value that is its own. */
export interface TagPattern {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** Tells tags apart that differ only in the value of an `id` or `href`: documents full of references have thousands. */
export function patternOf(raw: string): TagPattern | undefined {
  const match = UNIQUE_ATTRIBUTE.exec(raw);
  // Inside single quotes it may be no attribute, and another empty value would be filled in with it.
  if (match === null || raw.includes("'") || raw.includes('""')) return undefined;
  const value = match[1] ?? '';
  const end = match.index + match[0].length - 1;
  return { before: raw.slice(0, end - value.length), value, after: raw.slice(end) };
}

/** The next tag of the same kind as a withValue met before, at a position of a document. */
export function nextLike(text: string, position: number, { before, after }: TagPattern): string | undefined {
  if (!text.startsWith(before, position)) return undefined;
  const start = position + before.length;
  const end = text.indexOf('"', start);
  if (end === -1 || !text.startsWith(after, end)) return undefined;
  const value = text.slice(start, end);
  return UNIQUE_VALUE.test(value) ? value : undefined;
}

/** The tag of a shape with its empty `id` or `href` filled in. */
export function withValue(shape: StartTag, raw: string, value: string): StartTag {
  const attributes = shape.attributes.map((attribute) =>
    attribute.value === '' && UNIQUE_NAMES.has(attribute.name) ? { ...attribute, value } : attribute,
  );
  return { ...shape, raw, attributes, outer: undefined, next: undefined, shape, note: undefined };
}

const UNIQUE_NAMES: ReadonlySet<string> = new Set(['href', 'id']);
