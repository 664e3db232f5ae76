import { type Bookmark, XmlReader, type XmlSettings } from '../../xml/reader.js';
import type { ReadingTime } from '../../xml/reading-time.js';
import type { XmlSource } from '../../xml/source.js';
import type { Scope, StartTag } from '../../xml/start-tag.js';
import { nextLike, patternOf, type TagPattern, withValue } from '../../xml/tag-pattern.js';
import type { Fields } from './codec.js';
import { RecordPattern } from './record-pattern.js';
import { mayUsePatterns, RecordPatterns } from './record-patterns.js';

/** The inside of an element with an `id`. */
export interface MultiRef extends Bookmark {
  /** Its tag, or one that differs from it in the `id` alone. */
  readonly shape: StartTag;
}

/** Every element with an `id`, found in one pass over the document, which checks all of it on the way. */
export function findMultiRefs(
  source: XmlSource,
  limits: XmlSettings,
  time?: ReadingTime,
): ReadonlyMap<string, MultiRef> {
  const xml = new XmlReader(source, limits, time);
  const multiRefs = new Map<string, MultiRef>();
  const add = (id: string, multiRef: MultiRef): void => {
    if (multiRefs.has(id)) xml.fail('an id that stands twice');
    multiRefs.set(id, multiRef);
  };
  const shortcut = mayUsePatterns(limits) ? new SiblingSkipper(xml, add) : undefined;
  for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
    if (token === 'end') shortcut?.leave();
    if (token !== 'start') continue;
    const { tag } = xml;
    const id = idOf(tag);
    if (id !== undefined) add(id, { ...xml.bookmark(), shape: tag.shape ?? tag });
    shortcut?.enter(id !== undefined);
  }
  return multiRefs;
}

function idOf({ attributes }: StartTag): string | undefined {
  for (const { local, uri, value } of attributes) if (local === 'id' && uri === '') return value;
  return undefined;
}

/** What siblings have in common that differ only in the value of an `id` or `href` and in their texts. */
interface Kind {
  readonly parts: TagPattern;
  readonly shape: StartTag;
  /** What differs is the `id`. */
  readonly isMultiRef: boolean;
  /** How many elements are open around them. */
  readonly depth: number;
}

/** The kind of an element whose start tag has a shape; `undefined` where others like it cannot be passed over. */
function kindOf(raw: string, shape: StartTag, isMultiRef: boolean, depth: number): Kind | undefined {
  const parts = patternOf(raw);
  if (parts === undefined || isMultiRef !== parts.before.endsWith('id="')) return undefined;
  return isMultiRef || shape.selfClosing ? { parts, shape, isMultiRef, depth } : undefined;
}

/** A multiRef that was passed over; its own tag is made when somebody wants it. */
class PassedMultiRef implements MultiRef {
  readonly position: number;
  readonly #id: string;
  readonly #kind: Kind;

  constructor(id: string, kind: Kind, position: number) {
    this.position = position;
    this.#id = id;
    this.#kind = kind;
  }

  get shape(): StartTag {
    return this.#kind.shape;
  }

  get tag(): StartTag {
    const { before, after } = this.#kind.parts;
    return withValue(this.shape, before + this.#id + after, this.#id);
  }
}

/** Passes over multiRefs and references that are like those before them, and thereby known to be well-formed. */
class SiblingSkipper {
  readonly #xml: XmlReader;
  readonly #add: (id: string, multiRef: MultiRef) => void;
  readonly #patterns = new RecordPatterns<unknown>();
  /** Where the content was learnt: in another scope its prefixes mean something else, and deeper it may be too deep. */
  #level: { readonly scope: Scope; readonly depth: number } | undefined;
  #kind: Kind | undefined;
  /** The multiRef that is being read, to learn from. */
  #inside: (Bookmark & { readonly depth: number }) | undefined;

  constructor(xml: XmlReader, add: (id: string, multiRef: MultiRef) => void) {
    this.#xml = xml;
    this.#add = add;
  }

  /** Called after every start tag. */
  enter(isMultiRef: boolean): void {
    const xml = this.#xml;
    const { tag, depth } = xml;
    const { raw, shape } = tag;
    if (shape !== undefined && shape !== this.#kind?.shape) this.#kind = kindOf(raw, shape, isMultiRef, depth - 1);
    if (!isMultiRef || tag.selfClosing) return;
    this.#level ??= { scope: tag.scope, depth };
    if (!this.#isAt(tag.scope, depth)) return;
    const end = this.#patterns.match(xml.source, xml.position);
    if (end === -1) {
      this.#inside = { ...xml.bookmark(), depth };
      return;
    }
    xml.leave(end);
    this.#passSiblings();
  }

  /** Called after every end tag. */
  leave(): void {
    const inside = this.#inside;
    const xml = this.#xml;
    if (inside !== undefined && xml.depth < inside.depth) {
      this.#inside = undefined;
      this.#patterns.learn(() =>
        RecordPattern.learnContent(xml.source, inside.position, xml.position, inside.tag, { fields: NO_FIELDS }),
      );
    }
    this.#passSiblings();
  }

  #isAt(scope: Scope, depth: number): boolean {
    return this.#level?.scope === scope && this.#level.depth === depth;
  }

  #passSiblings(): void {
    const xml = this.#xml;
    const kind = this.#kind;
    if (kind === undefined || kind.depth === 0 || kind.depth !== xml.depth || kind.shape.outer !== xml.scope) return;
    const { parts, shape, isMultiRef } = kind;
    if (!shape.selfClosing && !this.#isAt(shape.scope, kind.depth + 1)) return;
    for (;;) {
      const start = xml.position;
      const value = nextLike(xml.source.text, start, parts);
      if (value === undefined) return;
      const inside = start + parts.before.length + value.length + parts.after.length;
      const end = shape.selfClosing ? inside : this.#patterns.match(xml.source, inside);
      if (end === -1) return;
      if (isMultiRef) this.#add(value, new PassedMultiRef(value, kind, inside));
      xml.advance(end);
    }
  }
}

/** Of a struct of which no field is known the texts are only checked. */
const NO_FIELDS: Fields<undefined> = {
  names: [],
  hasLists: false,
  find: () => undefined,
  absentValues: () => [],
  make: () => undefined,
  readFieldsOnly: (decoder) => decoder.xml.skip() as undefined,
};
