import { standsAt } from './chars.js';
import type { Attribute, Scope, StartTag, TagCut } from './tag.js';

/** The attributes whose values nearly always differ from tag to tag. */
const UNIQUE_ATTRIBUTE = /[ \t\r\n](?:href|id)="([ !#-%'-;=?-\u007f]+)"/;
const IN_UNIQUE = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[ !#-%'-;=?-\u007f]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

function isUnique(value: string): boolean {
  let isAll = 1;
  for (let at = 0; at < value.length; at++) isAll &= IN_UNIQUE[value.charCodeAt(at)] as number;
  return isAll === 1 && value !== '';
}

/** A tag cut into what it shares with others, before and after a value, and the value that is its own. */
export interface TagPattern {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

export function patternOf(raw: string): TagPattern | undefined {
  const match = UNIQUE_ATTRIBUTE.exec(raw);
  // Inside single quotes it may be no attribute, and another empty value would be filled in with it.
  if (match === null || raw.includes("'") || raw.includes('""')) return undefined;
  const value = match[1] ?? '';
  const end = match.index + match[0].length - 1;
  return { before: raw.slice(0, end - value.length), value, after: raw.slice(end) };
}

const ID_BEFORE = /[ \t\r\n]id="$/;

export function cutOf({ before, after }: TagPattern): TagCut {
  const second = UNIQUE_ATTRIBUTE.exec(after);
  const isIdFirst = ID_BEFORE.test(before);
  if (second === null) return { before, between: undefined, after, isIdFirst };
  const { length } = second[1] ?? '';
  const end = second.index + second[0].length - 1;
  return { before, between: after.slice(0, end - length), after: after.slice(end), isIdFirst };
}

/** Reads the values of tags that are cut alike; one object for all of them. */
export class LikeValues {
  /** In their order. */
  first: string = '';
  second: string | undefined = undefined;
  /** The position of the end of the tag. */
  end: number = 0;

  /** @returns whether the tag at a position of a document has the mark-up of the cut */
  read(text: string, position: number, { before, between, after }: Omit<TagCut, 'isIdFirst'>): boolean {
    if (!standsAt(text, before, position)) return false;
    const start = position + before.length;
    let end = text.indexOf('"', start);
    const first = text.slice(start, end);
    let second: string | undefined;
    if (between !== undefined) {
      if (!standsAt(text, between, end)) return false;
      const next = end + between.length;
      end = text.indexOf('"', next);
      second = text.slice(next, end);
      if (!isUnique(second)) return false;
    }
    if (end === -1 || !standsAt(text, after, end) || !isUnique(first)) return false;
    this.first = first;
    this.second = second;
    this.end = end + after.length;
    return true;
  }

  /** The tag at a position of a document, if it has a shape's mark-up. */
  tag(text: string, position: number, shape: StartTag, cut: TagCut): StartTag | undefined {
    if (!this.read(text, position, cut)) return undefined;
    return new LikeTag(shape, cut, this.end - position, this.first, this.second);
  }
}

/** A tag that is like another but for its `id` and `href`; thousands are made, most of them for one look. */
export class LikeTag implements StartTag {
  readonly rawName: string;
  readonly local: string;
  readonly uri: string;
  readonly id: string | undefined;
  readonly href: string | undefined;
  readonly selfClosing: boolean;
  readonly scope: Scope;
  readonly length: number;
  raw: string = '';
  outer: Scope | undefined = undefined;
  next: StartTag | undefined = undefined;
  readonly shape: StartTag;
  cut: TagCut | undefined = undefined;
  note: unknown = undefined;

  /**
   * @param shape - a tag with empty values in these places
   * @param cut - of the shape
   * @param value - the first value
   * @param second - the second value, if there are two
   */
  constructor(shape: StartTag, { isIdFirst }: TagCut, length: number, value: string, second: string | undefined) {
    const { id, href } = shape;
    this.rawName = shape.rawName;
    this.local = shape.local;
    this.uri = shape.uri;
    this.id = id === '' ? (isIdFirst ? value : second) : id;
    this.href = href === '' ? (isIdFirst ? second : value) : href;
    this.selfClosing = shape.selfClosing;
    this.scope = shape.scope;
    this.length = length;
    this.shape = shape;
  }

  get attributes(): readonly Attribute[] {
    return this.shape.attributes.map((attribute) => {
      if (attribute.name === 'id') return { ...attribute, value: this.id ?? '' };
      if (attribute.name === 'href') return { ...attribute, value: this.href ?? '' };
      return attribute;
    });
  }
}
