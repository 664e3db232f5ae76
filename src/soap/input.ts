import { Problem } from '../errors/problem.js';
import { type Bookmark, type XmlLimits, XmlReader, type XmlSettings } from '../xml/reader.js';
import type { XmlSource } from '../xml/source.js';
import { type SoapAttributes, soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';

/** How much an answer may ask for. Every limit has a default: {@link DEFAULT_LIMITS}. */
export interface DecodeLimits extends XmlLimits {
  /** How many items one array may have. */
  readonly maxArrayItems: number;
  /** How many references (`href`) may be followed, those inside a repeated target counted again. */
  readonly maxReferences: number;
}

/** The limits, and which shortcuts may be taken. */
export type DecodeSettings = DecodeLimits & XmlSettings;

/** The limits where no others are given. */
export const DEFAULT_LIMITS: DecodeLimits = {
  maxDepth: 256,
  maxAttributes: 256,
  maxArrayItems: 1_000_000,
  maxReferences: 1_000_000,
};

/** How many members the sparse arrays of one document may leave out: they cost memory that was never sent. */
const MAX_HOLES = 65_536;

/** A target that was read: its value, and how many references it would take to read it again. */
interface Resolved {
  readonly value: unknown;
  readonly cost: number;
}

/** A document being decoded: the reader, and what SOAP section 5 needs across elements (`id` and `href`). */
export class SoapInput {
  readonly xml: XmlReader;
  readonly limits: DecodeSettings;
  readonly #source: XmlSource;
  #targets: ReadonlyMap<string, Bookmark> | undefined;
  readonly #resolved = new Map<Codec<unknown>, Map<string, Resolved>>();
  /** Ids of the elements that are being read right now: a reference to one of them is circular. */
  readonly #active = new Set<string>();
  #references = 0;
  #holes = 0;

  constructor(source: XmlSource, limits: DecodeSettings) {
    this.#source = source;
    this.limits = limits;
    this.xml = new XmlReader(source, limits);
  }

  /**
   * Reads the element whose start tag was just read as a value of the codec's type, wherever the value stands.
   *
   * @returns `null` for a nil element (for a nil array: an empty one)
   */
  value<T>(codec: Codec<T>): T | null {
    const { tag } = this.xml;
    const attributes = soapAttributes(tag);
    if (tag.attributes.length === 0) return codec.read(this, attributes);
    if (attributes.nil) {
      this.xml.skip();
      return codec.isArray ? ([] as T) : null;
    }
    const { id } = attributes;
    if (id === undefined) return this.#here(codec, attributes);
    if (this.#active.has(id)) this.xml.fail('a circular reference');
    if (this.#active.size >= this.limits.maxDepth) this.xml.fail(`more than ${this.limits.maxDepth} nested references`);
    this.#active.add(id);
    const value = this.#here(codec, attributes);
    this.#active.delete(id);
    return value;
  }

  /** Counts the members that a sparse array leaves out. */
  leaveOut(count: number): void {
    this.#holes += count;
    if (this.#holes > MAX_HOLES) this.xml.fail(`arrays that leave out more than ${MAX_HOLES} members`);
  }

  /** The value of the current element itself, or of the one it refers to. */
  #here<T>(codec: Codec<T>, attributes: SoapAttributes): T | null {
    if (attributes.href === undefined) return codec.read(this, attributes);
    const { offset } = this.xml;
    this.xml.skip();
    return this.#follow(codec, attributes.href, offset);
  }

  #follow<T>(codec: Codec<T>, href: string, offset: number): T | null {
    if (!href.startsWith('#')) throw new Problem('a reference outside the document is never followed', { offset });
    const id = href.slice(1);
    this.#targets ??= findTargets(this.#source, this.limits);
    const target = this.#targets.get(id);
    if (target === undefined) throw new Problem('a reference to an id that does not exist', { offset });
    const known = this.#resolved.get(codec) ?? new Map<string, Resolved>();
    this.#resolved.set(codec, known);
    const before = this.#references;
    const again = known.get(id);
    this.#count(again?.cost ?? 1, offset);
    if (again !== undefined) return again.value as T | null;
    const value = this.xml.visit(target, () => this.value(codec));
    known.set(id, { value, cost: this.#references - before });
    return value;
  }

  /** Shared values cost nothing here, but whoever walks them pays for every repetition. */
  #count(references: number, offset: number): void {
    this.#references += references;
    if (this.#references > this.limits.maxReferences) {
      throw new Problem(`more than ${this.limits.maxReferences} references`, { offset });
    }
  }
}

/** Every element with an `id`, found in one pass over the document, which checks all of it on the way. */
function findTargets(source: XmlSource, limits: XmlSettings): ReadonlyMap<string, Bookmark> {
  const xml = new XmlReader(source, limits);
  const targets = new Map<string, Bookmark>();
  for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
    if (token !== 'start' || xml.tag.attributes.length === 0) continue;
    const { id } = soapAttributes(xml.tag);
    if (id === undefined) continue;
    if (targets.has(id)) xml.fail('an id that stands twice');
    targets.set(id, xml.bookmark());
  }
  return targets;
}
