import { Problem } from '../../errors/problem.js';
import { XmlReader } from '../../xml/reader.js';
import type { ReadingTime, Steps } from '../../xml/reading-time.js';
import type { XmlSource } from '../../xml/source.js';
import type { Scope, StartTag } from '../../xml/tag.js';
import { NONE, type SoapAttributes, soapAttributes } from './attributes.js';
import type { Codec, ValueReader } from './codec.js';
import type { DecodeSettings } from './limits.js';
import { findMultiRefs, type MultiRef } from './multi-refs.js';
import { type Follow, mayUsePatterns, RecordPatterns } from './record-pattern.js';
import { hasPlainContent, planOfContent } from './record-plan.js';
import { type Known, ReferenceCost } from './reference-cost.js';

const MAX_NESTING = 512;

const MAX_HOLES = 65_536;

const STRAY_TEXT = /(?:^|<\/[^<>]*>|\/>)[ \t\r\n]*[^< \t\r\n]|<[!?]/;

/** The maximum number of ids whose values a stream caches. */
const MAX_REMEMBERED = 10_000;

export class CompleteDocumentNeeded extends Error {
  override readonly name: string = 'WholeNeeded';
}

export class Decoder implements ValueReader {
  readonly xml: XmlReader;
  readonly limits: DecodeSettings;
  readonly cost: ReferenceCost;
  readonly time: ReadingTime | undefined;
  isNamed = true;
  readonly #source: XmlSource;
  readonly isStream: boolean;
  #multiRefs: ReadonlyMap<string, MultiRef> | undefined;
  /** All tables are created on first use, because most documents contain neither ids nor references. */
  #resolved: Map<Codec<unknown>, Map<string, Known>> | undefined;
  /** The ids of the elements that are being read. A reference to one of them is circular. */
  #active: Set<string> | undefined;
  #patterns: Map<Codec<unknown>, { readonly scope: Scope; readonly patterns: RecordPatterns<unknown> }> | undefined;
  #followed: Follow | undefined;
  #wasUsed: ((codec: Codec<unknown>, id: string) => boolean) | undefined;
  #holes = 0;
  #remembered = 0;
  readonly #marked = { holes: 0, remembered: 0, active: 0 };
  #passed = 0;
  #offsets: Map<string, number> | undefined;
  #isTwice = false;

  constructor(source: XmlSource, limits: DecodeSettings, isStream: boolean = false, time?: ReadingTime) {
    this.#source = source;
    this.isStream = isStream;
    this.limits = limits;
    this.time = time;
    this.cost = new ReferenceCost(limits);
    this.xml = new XmlReader(source, limits, time);
  }

  get isShort(): boolean {
    return this.time === undefined;
  }

  *valueSteps<T>(codec: Codec<T>): Steps<T | null> {
    const { tag } = this.xml;
    const { id, href } = tag;
    const attributes = soapAttributes(tag);
    const { nil, map } = attributes;
    if (codec.steps === undefined || nil || id !== undefined || href !== undefined || map) return this.value(codec);
    return yield* codec.steps(this, attributes);
  }

  *skipSteps(): Steps<void> {
    const { xml, time } = this;
    const { depth } = xml;
    while (xml.depth >= depth) {
      xml.next();
      if (time?.isDue) yield time;
    }
  }

  value<T>(codec: Codec<T>): T | null {
    const { tag, depth } = this.xml;
    if (depth + this.#nesting > MAX_NESTING) this.#failOfNesting();
    const attributes = soapAttributes(tag);
    if (attributes === NONE) return codec.read(this, attributes);
    if (attributes.nil) {
      this.xml.skip();
      return codec.isArray ? ([] as T) : null;
    }
    const { id, href } = tag;
    if (id === undefined) return this.#here(codec, attributes, href);
    this.#checkId(id, this.xml.position);
    // An empty element contains no reference to itself.
    if (!this.isStream && this.xml.isEmpty && href === undefined) return codec.read(this, attributes);
    this.#enterId(id);
    if (!this.isStream) {
      const value = this.#here(codec, attributes, href);
      this.#active?.delete(id);
      return value;
    }
    this.#noteOffset(id);
    const { references, bytes } = this.cost;
    const { position } = this.xml;
    const value = this.#here(codec, attributes, href);
    this.#active?.delete(id);
    if (this.#remembered < MAX_REMEMBERED) {
      this.#remembered += 1;
      this.#resolvedBy(codec).set(id, {
        value,
        references: this.cost.references - references + 1,
        ownBytes: this.xml.position - position,
        otherBytes: this.cost.bytes - bytes,
        usedAt: Number.POSITIVE_INFINITY,
      });
    }
    return value;
  }

  get isInsideId(): boolean {
    return this.#nesting > 0;
  }

  get #nesting(): number {
    return this.#active?.size ?? 0;
  }

  #enterId(id: string): void {
    (this.#active ??= new Set()).add(id);
  }

  /** Marks an element as being read child by child. A reference to it from inside is circular. */
  enter(id: string | undefined): void {
    if (id !== undefined) this.#enterId(id);
  }

  leave(id: string | undefined): void {
    if (id !== undefined) this.#active?.delete(id);
  }

  get hasReferences(): boolean {
    return this.cost.references > 0;
  }

  /** Continues after an earlier reading. @param cost - the reference cost of the items that it returned */
  resumeFrom(earlier: Decoder, cost: ReferenceCost): void {
    const { references } = cost;
    this.cost.takeOver(cost);
    this.#wasUsed = (codec, id) => {
      const { usedAt = Number.POSITIVE_INFINITY } = earlier.#resolved?.get(codec)?.get(id) ?? {};
      return usedAt <= references;
    };
  }

  continueIn(source: XmlSource): void {
    this.#passed += this.xml.position;
    this.xml.continueIn(source);
  }

  mark(): void {
    this.xml.mark();
    this.cost.mark();
    this.#marked.holes = this.#holes;
    this.#marked.remembered = this.#remembered;
    this.#marked.active = this.#nesting;
  }

  reset(): void {
    this.xml.reset();
    this.cost.reset();
    this.#holes = this.#marked.holes;
    this.#remembered = this.#marked.remembered;
    // Elements that enclose the mark are still being read.
    for (const id of [...(this.#active ?? [])].slice(this.#marked.active)) this.#active?.delete(id);
  }

  /** True if the rest of the document is known to be well-formed and contains neither a Fault nor text. */
  get isExhausted(): boolean {
    if (this.#multiRefs === undefined) return false;
    const rest = this.#source.text.slice(this.xml.position);
    return !rest.includes('Fault') && !STRAY_TEXT.test(rest);
  }

  leaveOut(count: number): void {
    this.#holes += count;
    if (this.#holes > MAX_HOLES) this.xml.fail(`arrays that omit more than ${MAX_HOLES} members`);
  }

  #here<T>(codec: Codec<T>, attributes: SoapAttributes, href: string | undefined): T | null {
    if (href === undefined) return codec.read(this, attributes);
    const { offset } = this.xml;
    this.xml.skip();
    return this.#follow(codec, href, offset);
  }

  #follow<T>(codec: Codec<T>, href: string, offset: number): T | null {
    if (!href.startsWith('#')) throw new Problem('a reference outside the document is never followed', { offset });
    return this.follow(codec, href.slice(1), offset);
  }

  follow<T>(codec: Codec<T>, id: string, offset: number): T | null {
    if (this.isStream) return this.#recall(codec, id, offset);
    this.#multiRefs ??= findMultiRefs(this.#source, this.limits, this.time);
    const multiRef = this.#multiRefs.get(id);
    if (multiRef === undefined) throw new Problem('a reference to an id that does not exist', { offset });
    const valueCodec = codec.inner ?? codec;
    const again = multiRef.codec === valueCodec ? multiRef : this.#resolved?.get(valueCodec)?.get(id);
    if (again !== undefined) {
      this.cost.again(again, offset);
      this.cost.check(this.#source.text.length, offset);
      return again.value as T | null;
    }
    const { references, bytes, bytesRead } = this.cost;
    this.cost.follow(offset);
    this.cost.check(this.#source.text.length, offset);
    const { forward } = multiRef;
    const value =
      forward === undefined ? this.#readMultiRef(codec, id, multiRef) : this.#forward(codec, id, multiRef, forward);
    if (this.#wasUsed?.(valueCodec, id) === true) {
      this.cost.repeatSince(bytesRead);
      this.cost.check(this.#source.text.length, offset);
    }
    const inside = this.cost.references - references;
    const otherBytes = this.cost.bytes - bytes;
    // Nearly every multiRef is read as only one type, for which a table would cost more than reading it.
    if (multiRef.codec === undefined) multiRef.resolve(valueCodec, value, inside, otherBytes);
    else this.#resolvedBy(codec).set(id, { value, references: inside, ownBytes: 0, otherBytes, usedAt: 0 });
    return value;
  }

  /** Reads the value of a multiRef. MultiRefs of one type nearly always have the same markup. */
  #readMultiRef<T>(codec: Codec<T>, id: string, multiRef: MultiRef): T | null {
    const { position } = multiRef;
    const patterns = this.#patternsFor(codec, multiRef.shape);
    if (patterns === undefined) return this.#visit(codec, multiRef, () => undefined);
    this.#checkId(id, position);
    // A reference inside must not lead back to this element.
    const { haveReferences } = patterns;
    if (haveReferences) this.#enterId(id);
    this.#followed ??= (one, reference, place) => this.follow(one, reference, place);
    const end = patterns.match(this.#source, position, this.#followed);
    if (haveReferences) this.#active?.delete(id);
    if (end === -1) {
      return this.#visit(codec, multiRef, (offset) => {
        patterns.learn(() => planOfContent(this.#source, position, offset, multiRef.tag, codec));
      });
    }
    this.cost.read(end - position);
    return patterns.value;
  }

  #forward<T>(codec: Codec<T>, id: string, { position }: MultiRef, href: string): T | null {
    if (this.xml.depth + 1 + this.#nesting > MAX_NESTING) this.#failOfNesting(position);
    this.#checkId(id, position);
    this.#enterId(id);
    const value = this.#follow(codec, href, position);
    this.#active?.delete(id);
    return value;
  }

  /** Rejects an element whose id leads back to an enclosing element. @param position - in the element, for the error */
  #checkId(id: string, position: number): void {
    const { maxDepth } = this.limits;
    if (this.#active?.has(id)) this.xml.fail('a circular reference', position);
    if (this.#nesting >= maxDepth) this.xml.fail(`more than ${maxDepth} nested references`, position);
  }

  #failOfNesting(position?: number): never {
    return this.xml.fail(`more than ${MAX_NESTING} nested values`, position);
  }

  /** Reads a multiRef at its position. Nested multiRefs are read repeatedly, so the total is limited. */
  #visit<T>(codec: Codec<T>, multiRef: MultiRef, done: (end: number) => void): T | null {
    return this.xml.visit(multiRef, () => {
      const value = this.value(codec);
      const { position } = this.xml;
      this.cost.read(position - multiRef.position);
      if (this.cost.hasReadTooMuch(this.#source.text.length))
        this.xml.fail('references to values that contain each other');
      done(position);
      return value;
    });
  }

  /** Returns the patterns for multiRefs of a type in the same scope. */
  #patternsFor<T>(codec: Codec<T>, tag: StartTag): RecordPatterns<T> | undefined {
    if (!mayUsePatterns(this.limits) || !hasPlainContent(tag)) return undefined;
    const valueCodec = codec.inner ?? codec;
    this.#patterns ??= new Map();
    let known = this.#patterns.get(valueCodec);
    if (known === undefined) {
      known = { scope: tag.scope, patterns: new RecordPatterns<unknown>() };
      this.#patterns.set(valueCodec, known);
    }
    return known.scope === tag.scope ? (known.patterns as RecordPatterns<T>) : undefined;
  }

  #noteOffset(id: string): void {
    const offset = this.#passed + this.xml.position;
    this.#offsets ??= new Map();
    const before = this.#offsets.get(id);
    if (before !== undefined && before !== offset) this.#isTwice = true;
    else if (this.#offsets.size < MAX_REMEMBERED) this.#offsets.set(id, offset);
  }

  /** Returns the value of an id in a stream. Only earlier elements can be referenced. */
  #recall<T>(codec: Codec<T>, id: string, offset: number): T | null {
    if (this.#isTwice) throw new Problem('a duplicate id', { offset });
    const known = this.#resolvedBy(codec).get(id);
    if (known === undefined) throw new CompleteDocumentNeeded();
    this.cost.repeat(known, offset);
    // The length of the document is known only at its end.
    if (this.cost.hasTooMuch(this.#passed + this.xml.source.text.length)) throw new CompleteDocumentNeeded();
    return known.value as T | null;
  }

  #resolvedBy<T>(codec: Codec<T>): Map<string, Known> {
    const valueCodec = codec.inner ?? codec;
    this.#resolved ??= new Map();
    let known = this.#resolved.get(valueCodec);
    if (known === undefined) {
      known = new Map();
      this.#resolved.set(valueCodec, known);
    }
    return known;
  }
}
