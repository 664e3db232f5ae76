import type { XmlSource } from '../../xml/source.js';
import type { Scope, StartTag } from '../../xml/tag.js';
import { patternOf } from '../../xml/tag-pattern.js';
import { soapAttributes } from './attributes.js';
import type { Codec, Field, Fields } from './codec.js';

/** A field, or as much of it as a piece needs. */
interface PieceField {
  readonly index: number;
  readonly name?: string;
  readonly codec: Pick<Codec<unknown>, 'parse' | 'ofDigits'>;
}

/**
 * A part of a record that varies: a text, or the id in a tag. A class, because the engine does not see that objects
 * made by spreading others are alike, and looking up their fields then costs as much as all the rest of a record.
 */
export class Piece {
  /** The characters of mark-up that stand before it. */
  readonly length: number;
  /** The index of the field it belongs to; -1 for an unknown field, and where the element itself has an id. */
  readonly field: number;
  /** Of a field that is a reference: its name, the codec of its value, and how much mark-up ends the tag. */
  readonly name: string;
  readonly codec: Codec<unknown> | undefined;
  readonly tail: number;
  readonly #parse: (text: string) => unknown;
  readonly #ofDigits: ((value: number) => unknown) | undefined;

  /** @param tail - 0 for a text */
  constructor(length: number, field: PieceField | undefined, tail: number, codec: Codec<unknown> | undefined) {
    this.length = length;
    this.field = field?.index ?? -1;
    this.name = field?.name ?? '';
    this.codec = codec;
    this.tail = tail;
    this.#parse = field?.codec.parse ?? String;
    this.#ofDigits = field?.codec.ofDigits;
  }

  /** Gives the value of the text that the source has passed last. */
  read(source: XmlSource): unknown {
    if (this.#ofDigits !== undefined) {
      const { digits } = source;
      if (digits !== -1) return this.#ofDigits(digits);
    }
    return this.#parse(source.characters);
  }
}

/** The part of a struct's fields that a pattern of its values needs. */
export type PatternFields<T> = Pick<Fields<T>, 'hasLists' | 'find' | 'absentValues' | 'make'>;

/** The part of a codec that learning a pattern of its values needs. */
export interface PatternCodec<T> extends Pick<Codec<T>, 'parse' | 'ofDigits'> {
  readonly fields?: PatternFields<T> | undefined;
}

/** The local name of an element that is nothing but a reference, and what stands around the id in its tag. */
interface ReferenceParts {
  readonly local: string;
  readonly before: string;
  readonly after: string;
}

/** A record as mark-up and texts by turns, beginning and ending with mark-up. */
export interface Plan<T> {
  readonly markup: readonly string[];
  readonly pieces: readonly Piece[];
  /** Makes the records; `undefined` for a simple type, whose value is that of its one text. */
  readonly fields: PatternFields<T> | undefined;
  /** The values of the fields that have no piece. */
  readonly values: unknown[];
}

/**
 * The plan of a record that was read.
 *
 * @param source - the document
 * @param start - of the record's start tag, or of the white space before it
 * @param end - after the record's end tag
 * @param scope - the namespaces in scope outside the record
 * @param codec - with which the record was read
 * @param mayHaveId - records that differ in their own `id` may count as alike
 * @returns `undefined` for a record that has more to it than tags, texts, and references in fields
 */
export function planOfRecord<T>(
  source: XmlSource,
  start: number,
  end: number,
  scope: Scope,
  codec: PatternCodec<T>,
  mayHaveId: boolean,
): Plan<T> | undefined {
  // Before its start tag stands white space at most: other text was refused by the reader.
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
  // A reference inside might lead back.
  return plan?.pieces.some(({ codec: referred }) => referred !== undefined) === true ? undefined : plan;
}

/**
 * The plan of what stands inside a record, its end tag included.
 *
 * @param start - after the record's start tag
 * @param tag - that start tag, of an element with {@link hasPlainContent}
 */
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

/** Collects mark-up and what varies in it. */
class PlanMaker {
  readonly markup: string[] = [];
  readonly pieces: Piece[] = [];
  /** The mark-up behind the last piece. */
  rest: string;

  constructor(before: string) {
    this.rest = before;
  }

  /** Adds a text. @param after - the mark-up behind it */
  addText(field: PieceField | undefined, after: string): void {
    this.#add(new Piece(this.rest.length, field, 0, undefined), after);
  }

  /** Adds the id in a tag. @param field - where the tag is a reference @param after - the rest of the tag */
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
  // A list of its own in every record would have to be made anew every time.
  if (fields === undefined || fields.hasLists) return undefined;
  const values = fields.absentValues();
  for (let index = 0; index < tokens.length - 1; ) {
    const token = tokens[index++] ?? '';
    // White space between the fields; other text was refused by the reader.
    if (!token.startsWith('<')) {
      maker.rest += token;
      continue;
    }
    const reference = referenceOf(token, scope);
    if (reference !== undefined) {
      const field = fields.find(reference.local);
      // A reference may lead to anything else.
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

/** Larger records are rare, and a pattern of thousands of tags is more than a regular expression can be. */
const MAX_RECORD_LENGTH = 8192;

/** The tags and texts of a record; none of one that is too large. */
function tokensOf({ text }: XmlSource, start: number, end: number): string[] {
  if (end - start > MAX_RECORD_LENGTH) return [];
  return text.slice(start, end).match(/<[^<>]*>|[^<]+/g) ?? [];
}

/** Takes the tag of a mere reference apart around its id; `undefined` for any other tag. */
function referenceOf(token: string, scope: Scope): ReferenceParts | undefined {
  const parts = patternOf(token);
  if (parts === undefined || !parts.value.startsWith('#') || !token.endsWith('/>')) return undefined;
  const shape = scope.find(parts.before + parts.after);
  if (shape?.href !== '' || shape.id !== undefined || !isWithoutMeaning(shape)) return undefined;
  return { local: shape.local, before: `${parts.before}#`, after: parts.after };
}

/** Tells whether the tag says nothing that changes how the content of its element is read. */
export function hasPlainContent(tag: StartTag): boolean {
  const { nil, base64, map } = soapAttributes(tag);
  return !(tag.selfClosing || nil || tag.href !== undefined || base64 || map);
}

/** A tag whose attributes change nothing about how its content is read; or only make it nil, where that is allowed. */
function isPlain(tag: StartTag, mayBeNil: boolean = false): boolean {
  const { href, id } = tag;
  return href === undefined && id === undefined && isWithoutMeaning(tag, mayBeNil);
}

/** The same of all attributes but `id` and `href`. */
function isWithoutMeaning(tag: StartTag, mayBeNil: boolean = false): boolean {
  const { base64, map, position, nil } = soapAttributes(tag);
  return !base64 && !map && position === undefined && (mayBeNil || !nil);
}
