import { Problem } from '../../errors/problem.js';
import { LESS_THAN } from '../../xml/chars.js';
import { type Bookmark, XmlReader, type XmlSettings } from '../../xml/reader.js';
import type { ReadingTime } from '../../xml/reading-time.js';
import type { XmlSource } from '../../xml/source.js';
import type { Scope, StartTag, TagCut } from '../../xml/tag.js';
import { LikeTag, LikeValues } from '../../xml/tag-cache.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import { mayUsePatterns, RecordPatterns } from './record-pattern.js';
import { type PatternFields, planOfContent } from './record-plan.js';
import type { Resolved } from './reference-cost.js';

/** The content of an element with an `id`, and its value after it was read. */
export interface MultiRef extends Bookmark, Resolved {
  /** Its tag, or a tag that differs only in `id` and `href`. */
  readonly shape: StartTag;
  readonly forward: string | undefined;
  /** The first codec that read it. */
  readonly codec: Codec<unknown> | undefined;
  resolve(codec: Codec<unknown>, value: unknown, references: number, otherBytes: number): void;
}

abstract class Resolvable implements Resolved {
  codec: Codec<unknown> | undefined = undefined;
  value: unknown = undefined;
  references: number = 0;
  otherBytes: number = 0;

  resolve(codec: Codec<unknown>, value: unknown, references: number, otherBytes: number): void {
    this.codec = codec;
    this.value = value;
    this.references = references;
    this.otherBytes = otherBytes;
  }
}

function isReference(tag: StartTag): boolean {
  return tag.href !== undefined && tag.selfClosing && !soapAttributes(tag).nil;
}

class ReadMultiRef extends Resolvable implements MultiRef {
  readonly tag: StartTag;
  readonly position: number;

  constructor({ tag, position }: Bookmark) {
    super();
    this.tag = tag;
    this.position = position;
  }

  get shape(): StartTag {
    return this.tag.shape ?? this.tag;
  }

  get forward(): string | undefined {
    return isReference(this.tag) ? this.tag.href : undefined;
  }
}

/** Finds every element with an `id` in one pass, which also checks that the document is well-formed. */
export function findMultiRefs(
  source: XmlSource,
  limits: XmlSettings,
  time?: ReadingTime,
): ReadonlyMap<string, MultiRef> {
  try {
    return allMultiRefs(source, limits, time);
  } catch (error) {
    // The problem is unrelated to the reference that caused this pass.
    throw error instanceof Problem ? error.ofDocument() : error;
  }
}

function allMultiRefs(source: XmlSource, limits: XmlSettings, time?: ReadingTime): ReadonlyMap<string, MultiRef> {
  const xml = new XmlReader(source, limits, time);
  const multiRefs = new Map<string, MultiRef>();
  const add = (id: string, multiRef: MultiRef): void => {
    if (multiRefs.size === multiRefs.set(id, multiRef).size) xml.fail('a duplicate id', multiRef.position);
  };
  const shortcut = mayUsePatterns(limits) ? new SiblingSkipper(xml, add) : undefined;
  for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
    if (token === 'end') shortcut?.leave();
    if (token !== 'start') continue;
    const { tag } = xml;
    const { id } = tag;
    if (id !== undefined) add(id, new ReadMultiRef(xml.bookmark()));
    shortcut?.enter(id !== undefined);
  }
  return multiRefs;
}

/** The markup of siblings that differ only in their texts and in the value of an `id` or `href`. */
interface Kind {
  readonly parts: TagCut;
  readonly shape: StartTag;
  readonly isMultiRef: boolean;
  readonly depth: number;
}

/** Returns the kind of an element whose start tag has a shape; `undefined` if similar elements cannot be skipped. */
function kindOf(shape: StartTag, isMultiRef: boolean, depth: number): Kind | undefined {
  const { cut: parts, selfClosing } = shape;
  if (parts === undefined) return undefined;
  // An element with both values is skipped only if it is empty.
  if (parts.between === undefined ? isMultiRef !== parts.isIdFirst : !isMultiRef) return undefined;
  const isPassed = parts.between === undefined ? isMultiRef || selfClosing : selfClosing;
  return isPassed ? { parts, shape, isMultiRef, depth } : undefined;
}

class PassedMultiRef extends Resolvable implements MultiRef {
  readonly position: number;
  readonly #first: string;
  readonly #second: string | undefined;
  readonly #kind: Kind;

  constructor({ first, second, end }: LikeValues, kind: Kind) {
    super();
    this.position = end;
    this.#first = first;
    this.#second = second;
    this.#kind = kind;
  }

  get id(): string {
    const { isIdFirst } = this.#kind.parts;
    return isIdFirst || this.#second === undefined ? this.#first : this.#second;
  }

  get forward(): string | undefined {
    const { shape, parts } = this.#kind;
    if (!isReference(shape)) return undefined;
    if (this.#second === undefined) return shape.href;
    return parts.isIdFirst ? this.#second : this.#first;
  }

  get shape(): StartTag {
    return this.#kind.shape;
  }

  get tag(): StartTag {
    const { parts, shape } = this.#kind;
    const { before, between = '', after } = parts;
    const values = this.#first.length + (this.#second ?? '').length;
    const length = before.length + between.length + after.length + values;
    return new LikeTag(shape, parts, length, this.#first, this.#second);
  }
}

class SiblingSkipper {
  readonly #xml: XmlReader;
  readonly #add: (id: string, multiRef: MultiRef) => void;
  readonly #patterns = new RecordPatterns<unknown>();
  readonly #values = new LikeValues();
  #level: { readonly scope: Scope; readonly depth: number } | undefined;
  #kind: Kind | undefined;
  /** The multiRef that is being read; its pattern is learned at its end. */
  #inside: (Bookmark & { readonly depth: number }) | undefined;

  constructor(xml: XmlReader, add: (id: string, multiRef: MultiRef) => void) {
    this.#xml = xml;
    this.#add = add;
  }

  enter(isMultiRef: boolean): void {
    const xml = this.#xml;
    const { tag, depth } = xml;
    const { shape } = tag;
    if (shape !== undefined && shape !== this.#kind?.shape) this.#kind = kindOf(shape, isMultiRef, depth - 1);
    if (!isMultiRef || tag.selfClosing) return;
    this.#level ??= { scope: tag.scope, depth };
    if (!this.#isAt(tag.scope, depth)) return;
    const end = this.#endOfContent(xml.position, tag);
    if (end === -1) {
      this.#inside = { ...xml.bookmark(), depth };
      return;
    }
    xml.leave(end);
    this.#passSiblings();
  }

  leave(): void {
    const inside = this.#inside;
    const xml = this.#xml;
    if (inside !== undefined && xml.depth < inside.depth) {
      this.#inside = undefined;
      this.#patterns.learn(() => {
        const { position, tag } = inside;
        const isText = xml.source.text.charCodeAt(position) !== LESS_THAN;
        return (
          (isText ? planOfContent(xml.source, position, xml.position, tag, TEXT) : undefined) ??
          planOfContent(xml.source, position, xml.position, tag, { fields: NO_FIELDS })
        );
      });
    }
    this.#passSiblings();
  }

  #endOfContent(position: number, { rawName }: StartTag): number {
    const { source } = this.#xml;
    const end = this.#patterns.match(source, position);
    if (end === -1) return -1;
    const name = source.text.lastIndexOf('</', end - 1) + 2;
    const isOwn = source.text.startsWith(rawName, name) && /[ \t\r\n>]/.test(source.text[name + rawName.length] ?? '');
    return isOwn ? end : -1;
  }

  #isAt(scope: Scope, depth: number): boolean {
    return this.#level?.scope === scope && this.#level.depth === depth;
  }

  #passSiblings(): void {
    const xml = this.#xml;
    const kind = this.#kind;
    if (kind === undefined || kind.depth === 0 || kind.depth !== xml.depth || kind.shape.outer !== xml.scope) return;
    const { parts, shape, isMultiRef } = kind;
    const values = this.#values;
    if (!shape.selfClosing && !this.#isAt(shape.scope, kind.depth + 1)) return;
    for (;;) {
      if (!values.read(xml.source.text, xml.position, parts)) return;
      const end = shape.selfClosing ? values.end : this.#endOfContent(values.end, shape);
      if (end === -1) return;
      if (isMultiRef) {
        const passed = new PassedMultiRef(values, kind);
        this.#add(passed.id, passed);
      }
      xml.advance(end);
    }
  }
}

/** A text that is only validated. */
const TEXT = { parse: String };

const NO_FIELDS: PatternFields<undefined> = {
  hasLists: false,
  find: () => undefined,
  absentValues: () => [],
  make: () => undefined,
};
