import type { XmlSource } from '../../xml/source.js';
import type { Scope, StartTag } from '../../xml/tag.js';
import { patternOf } from '../../xml/tag-cache.js';
import { soapAttributes } from './attributes.js';
import type { Codec, Field, Fields } from './codec.js';

interface PieceField {
  readonly index: number;
  readonly name?: string;
  readonly codec: Pick<Codec<unknown>, 'parse' | 'ofDigits'>;
}

/**
 * A variable part of a record: a text, or the id in a tag. A class, because spread objects are much slower to access.
 */
export class Piece {
  /** The number of markup characters before it. */
  readonly length: number;
  /** The index of its field; -1 for an unknown field, and for the id of the record's own element. */
  readonly field: number;
  /** For a reference: the name of the field, the codec of its value, and the length of the markup that ends the tag. */
  readonly name: string;
  readonly codec: Codec<unknown> | undefined;
  readonly tail: number;
  readonly #parse: (text: string) => unknown;
  readonly #ofDigits: ((value: number) => unknown) | undefined;

  constructor(length: number, field: PieceField | undefined, tail: number, codec: Codec<unknown> | undefined) {
    this.length = length;
    this.field = field?.index ?? -1;
    this.name = field?.name ?? '';
    this.codec = codec;
    this.tail = tail;
    this.#parse = field?.codec.parse ?? String;
    this.#ofDigits = field?.codec.ofDigits;
  }

  /** Returns the value of the text that the source passed last. */
  read(source: XmlSource): unknown {
    if (this.#ofDigits !== undefined) {
      const { digits } = source;
      if (digits !== -1) return this.#ofDigits(digits);
    }
    return this.#parse(source.characters);
  }
}

export type PatternFields<T> = Pick<Fields<T>, 'hasLists' | 'find' | 'absentValues' | 'make'>;

export interface PatternCodec<T> extends Pick<Codec<T>, 'parse' | 'ofDigits'> {
  readonly fields?: PatternFields<T> | undefined;
}

interface ReferenceParts {
  readonly local: string;
  readonly before: string;
  readonly after: string;
}

/** A record as alternating markup and variable pieces, beginning and ending with markup. */
export interface Plan<T> {
  readonly markup: readonly string[];
  readonly pieces: readonly Piece[];
  /** Creates the records; `undefined` for a simple type, whose value is its only text. */
  readonly fields: PatternFields<T> | undefined;
  readonly values: unknown[];
}

/**
 * Creates the plan of a record that was read; `undefined` if it contains other than tags, texts and references in
 * fields.
 *
 * @param start - of the start tag, or of the white space before it
 * @param scope - the namespaces in scope outside the record
 * @param mayHaveId - true if records that differ in their own `id` have the same plan
 */
export function planOfRecord<T>(
  source: XmlSource,
  start: number,
  end: number,
  scope: Scope,
  codec: PatternCodec<T>,
  mayHaveId: boolean,
): Plan<T> | undefined {
  // Only white space can precede the start tag: the reader rejects other text.
  const tagStart = source.text.indexOf('<', start);
  const [opening = '', ...inside] = tokensOf(source, tagStart, end);
  const space = source.text.slice(start, tagStart);
  const known = scope.find(opening);
  if (known !== undefined) {
    return isPlain(known) ? planOf(new PlanMaker(space + opening), inside, known.scope, codec) : undefined;
  }
  const parts = mayHaveId ? patternOf(opening) : undefined;
  const shape = parts === undefined ? undefined : scope.find(parts.before + parts.after);
  if (parts === undefined || shape?.id !== '' || shape.href !== undefined || !isWithoutMeaning(shape)) return undefined;
  const maker = new PlanMaker(space + parts.before);
  maker.addId(undefined, parts.after);
  const plan = planOf(maker, inside, shape.scope, codec);
  // A reference inside could lead back to the record.
  return plan?.pieces.some(({ codec: referred }) => referred !== undefined) === true ? undefined : plan;
}

/** Creates the plan of the content of a record, including its end tag. */
export function planOfContent<T>(
  source: XmlSource,
  start: number,
  end: number,
  tag: StartTag,
  codec: PatternCodec<T>,
): Plan<T> | undefined {
  const tokens = tokensOf(source, start, end);
  return tokens.length === 0 ? undefined : planOf(new PlanMaker(''), tokens, tag.scope, codec);
}

class PlanMaker {
  readonly markup: string[] = [];
  readonly pieces: Piece[] = [];
  /** The markup after the last piece. */
  rest: string;

  constructor(before: string) {
    this.rest = before;
  }

  addText(field: PieceField | undefined, after: string): void {
    this.#add(new Piece(this.rest.length, field, 0, undefined), after);
  }

  addId(field: Field | undefined, after: string): void {
    this.#add(new Piece(this.rest.length, field, after.length, field?.codec), after);
  }

  #add(piece: Piece, after: string): void {
    this.pieces.push(piece);
    this.markup.push(this.rest);
    this.rest = after;
  }

  plan<T>(close: string, fields: PatternFields<T> | undefined, values: unknown[]): Plan<T> {
    return { markup: [...this.markup, this.rest + close], pieces: this.pieces, fields, values };
  }
}
function planOf<T>(
  maker: PlanMaker,
  tokens: readonly string[],
  scope: Scope,
  { parse, ofDigits, fields }: PatternCodec<T>,
): Plan<T> | undefined {
  const close = tokens.at(-1) ?? '';
  if (parse !== undefined) {
    if (close === '' || tokens.length > 2) return undefined;
    maker.addText({ index: 0, codec: { parse, ofDigits } }, close);
    return maker.plan('', undefined, []);
  }
  // A record with lists would need new list objects each time.
  if (fields === undefined || fields.hasLists) return undefined;
  const values = fields.absentValues();
  for (let index = 0; index < tokens.length - 1; ) {
    const token = tokens[index++] ?? '';
    // White space between the fields: the reader rejects other text.
    if (!token.startsWith('<')) {
      maker.rest += token;
      continue;
    }
    const reference = referenceOf(token, scope);
    if (reference !== undefined) {
      const field = fields.find(reference.local);
      // A referenced value of a complex type could lead anywhere, so only simple types are allowed.
      if (field !== undefined && field.codec.parse === undefined) return undefined;
      maker.rest += reference.before;
      maker.addId(field, reference.after);
      continue;
    }
    maker.rest += token;
    const tag = scope.find(token);
    if (tag === undefined || !isPlain(tag, true)) return undefined;
    const field = fields.find(tag.local);
    const { nil } = soapAttributes(tag);
    if (nil && field !== undefined) values[field.index] = null;
    if (tag.selfClosing) {
      if (!nil && field !== undefined) return undefined;
      continue;
    }
    if (nil || (field !== undefined && field.codec.parse === undefined)) return undefined;
    const next = tokens[index++] ?? '';
    const end = next.startsWith('<') ? next : (tokens[index++] ?? '');
    if (!end.startsWith('</')) return undefined;
    maker.addText(field, end);
  }
  return maker.plan(close, fields, values);
}

/** The maximum length of a record with a plan: thousands of tags exceed the limits of a regular expression. */
const MAX_RECORD_LENGTH = 8192;

/** Splits a record into tags and texts; returns none if the record is too large. */
function tokensOf({ text }: XmlSource, start: number, end: number): string[] {
  if (end - start > MAX_RECORD_LENGTH) return [];
  return text.slice(start, end).match(/<[^<>]*>|[^<]+/g) ?? [];
}

/** Splits the tag of a plain reference at its id; returns `undefined` for any other tag. */
function referenceOf(token: string, scope: Scope): ReferenceParts | undefined {
  const parts = patternOf(token);
  if (parts === undefined || !parts.value.startsWith('#') || !token.endsWith('/>')) return undefined;
  const shape = scope.find(parts.before + parts.after);
  if (shape?.href !== '' || shape.id !== undefined || !isWithoutMeaning(shape)) return undefined;
  return { local: shape.local, before: `${parts.before}#`, after: parts.after };
}

export function hasPlainContent(tag: StartTag): boolean {
  const { nil, base64, map } = soapAttributes(tag);
  return !(tag.selfClosing || nil || tag.href !== undefined || base64 || map);
}

/** Returns true if the attributes of a tag do not change how its content is read, except nil if `mayBeNil` is set. */
function isPlain(tag: StartTag, mayBeNil: boolean = false): boolean {
  const { href, id } = tag;
  return href === undefined && id === undefined && isWithoutMeaning(tag, mayBeNil);
}

/** Like {@link isPlain}, ignoring `id` and `href`. */
function isWithoutMeaning(tag: StartTag, mayBeNil: boolean = false): boolean {
  const { base64, map, position, nil } = soapAttributes(tag);
  return !base64 && !map && position === undefined && (mayBeNil || !nil);
}
