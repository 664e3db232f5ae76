import { Problem } from '../../errors/problem.js';
import { MAX_RUN, type XmlSource } from '../../xml/source.js';
import type { Scope, StartTag } from '../../xml/start-tag.js';
import { soapAttributes } from './attributes.js';
import type { Codec, Fields } from './codec.js';

/**
 * One text of a record. A class, because the engine does not see that objects made by spreading others are alike, and
 * looking up their fields then costs as much as all the rest of a record.
 */
class Piece {
  /** How much mark-up stands before the text. */
  readonly length: number;
  /** The index of the field it belongs to; -1 for an unknown field, whose text is only checked. */
  readonly field: number;
  readonly #parse: (text: string) => unknown;
  readonly #ofDigits: ((value: number) => unknown) | undefined;

  constructor(length: number, field: number, { parse = String, ofDigits }: Partial<Codec<unknown>> = {}) {
    this.length = length;
    this.field = field;
    this.#parse = parse;
    this.#ofDigits = ofDigits;
  }

  /** What the text means that the source has passed last. */
  read(source: XmlSource): unknown {
    if (this.#ofDigits !== undefined) {
      const { digits } = source;
      if (digits !== -1) return this.#ofDigits(digits);
    }
    return this.#parse(source.characters);
  }
}

/** What has to be known of a codec to learn a pattern of its values. */
type PatternCodec<T> = Pick<Codec<T>, 'parse' | 'ofDigits' | 'fields'>;

/** A record as mark-up and texts by turns, beginning and ending with mark-up. */
interface Plan {
  readonly markup: string[];
  readonly pieces: Piece[];
}

/**
 * The mark-up of one record, learnt from a record that was read and checked: the same tags in the same order, with any
 * texts between them. The next record of an array nearly always has the same.
 *
 * What it matches it reads exactly as the reader would; anything else is left to the reader.
 */
export class RecordPattern<T> {
  readonly #pieces: readonly Piece[];
  readonly #pattern: RegExp;
  /** What makes records; `undefined` for a simple type, whose value is that of its one text. */
  readonly #fields: Fields<T> | undefined;
  /** The values of all fields, used for every record anew: absent and nil ones stay as they are. */
  readonly #values: unknown[];
  #value: T | undefined;

  private constructor({ markup, pieces }: Plan, fields: Fields<T> | undefined, values: unknown[]) {
    this.#pieces = pieces;
    // One expression for the whole record: its compiled form compares mark-up faster than any call per tag. It captures
    // nothing, because an array of captures for every record is most of what the collector would have to collect.
    this.#pattern = new RegExp(markup.map(escapePattern).join('[^<]*'), 'y');
    this.#fields = fields;
    this.#values = values;
  }

  /** The record that was matched last. */
  get value(): T {
    return this.#value as T;
  }

  /**
   * Reads the record at a position of the document, if it has the pattern's mark-up.
   *
   * @returns the position after it, or -1 when the reader has to read it (also to say what is wrong with it)
   */
  match(source: XmlSource, start: number): number {
    this.#pattern.lastIndex = start;
    if (!this.#pattern.test(source.text)) return -1;
    const values = this.#values;
    let position = start;
    try {
      for (let index = 0; index < this.#pieces.length; index++) {
        const piece = this.#pieces[index] as Piece;
        const text = position + piece.length;
        position = source.passText(text);
        // Longer ones are the reader's, which looks at the clock on the way.
        if (position - text === MAX_RUN) return -1;
        if (piece.field !== -1) values[piece.field] = piece.read(source);
        // Of an unknown field only this matters: that it is well-formed.
        else if (!source.isPlain) piece.read(source);
      }
    } catch (error) {
      if (error instanceof Problem) return -1;
      throw error;
    }
    this.#value = this.#fields === undefined ? (values[0] as T) : this.#fields.make(values);
    return this.#pattern.lastIndex;
  }

  /**
   * Learns the pattern of a record.
   *
   * @param source - the document
   * @param start - of the record's start tag, or of the white space before it
   * @param end - after the record's end tag
   * @param scope - the namespaces in scope outside the record
   * @param codec - with which the record was read
   * @returns `undefined` for a record that has more to it than tags and texts
   */
  static learn<T>(
    source: XmlSource,
    start: number,
    end: number,
    scope: Scope,
    codec: PatternCodec<T>,
  ): RecordPattern<T> | undefined {
    // Before its start tag stands white space at most: other text was refused by the reader.
    const tagStart = source.text.indexOf('<', start);
    const [opening = '', ...inside] = tokensOf(source, tagStart, end);
    const outer = scope.find(opening);
    if (outer === undefined || outer.selfClosing || !isPlain(outer)) return undefined;
    return RecordPattern.#ofContent(source.text.slice(start, tagStart) + opening, inside, outer.scope, codec);
  }

  /**
   * Learns the pattern of what stands inside a record, its end tag included.
   *
   * @param start - after the record's start tag
   * @param tag - that start tag, of an element with {@link hasPlainContent}
   */
  static learnContent<T>(
    source: XmlSource,
    start: number,
    end: number,
    tag: StartTag,
    codec: PatternCodec<T>,
  ): RecordPattern<T> | undefined {
    return RecordPattern.#ofContent('', tokensOf(source, start, end), tag.scope, codec);
  }

  static #ofContent<T>(
    before: string,
    tokens: readonly string[],
    scope: Scope,
    codec: PatternCodec<T>,
  ): RecordPattern<T> | undefined {
    const close = tokens.at(-1);
    if (close === undefined) return undefined;
    const { fields } = codec;
    if (codec.parse !== undefined) {
      if (tokens.length > 2) return undefined;
      const pieces = [new Piece(before.length, 0, codec)];
      return new RecordPattern<T>({ markup: [before, close], pieces }, undefined, []);
    }
    // A list of its own in every record would have to be made anew every time.
    if (fields === undefined || fields.hasLists) return undefined;

    const plan: Plan = { markup: [], pieces: [] };
    const values = fields.absentValues();
    let markup = before;
    for (let index = 0; index < tokens.length - 1; ) {
      const token = tokens[index++] ?? '';
      markup += token;
      // White space between the fields; other text was refused by the reader.
      if (!token.startsWith('<')) continue;
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
      plan.markup.push(markup);
      plan.pieces.push(new Piece(markup.length, field?.index ?? -1, field?.codec));
      const next = tokens[index++] ?? '';
      markup = next.startsWith('<') ? next : (tokens[index++] ?? '');
      if (!markup.startsWith('</')) return undefined;
    }
    plan.markup.push(markup + close);
    return new RecordPattern<T>(plan, fields, values);
  }
}

/** Larger records are rare, and a pattern of thousands of tags is more than a regular expression can be. */
const MAX_RECORD_LENGTH = 8192;

/** The tags and texts of a record; none of one that is too large. */
function tokensOf({ text }: XmlSource, start: number, end: number): string[] {
  if (end - start > MAX_RECORD_LENGTH) return [];
  return text.slice(start, end).match(/<[^>]*>|[^<]+/g) ?? [];
}

/** A text as a pattern that matches just it. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Whether the tag says nothing that changes how the content of its element is read. */
export function hasPlainContent(tag: StartTag): boolean {
  const { nil, href, base64, map } = soapAttributes(tag);
  return !(tag.selfClosing || nil || href !== undefined || base64 || map);
}

/** A tag whose attributes change nothing about how its content is read; or only make it nil, where that is allowed. */
function isPlain(tag: StartTag, mayBeNil: boolean = false): boolean {
  const { href, id, base64, map, position, nil } = soapAttributes(tag);
  return href === undefined && id === undefined && !base64 && !map && position === undefined && (mayBeNil || !nil);
}
