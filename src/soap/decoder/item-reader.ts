import type { StartTag } from '../../xml/tag.js';
import { type TagCut } from '../../xml/tag.js';
import { LikeValues } from '../../xml/tag-cache.js';
import { soapAttributes } from './attributes.js';
import type { Codec, ValueReader } from './codec.js';
import { type Follow, mayUsePatterns, RecordPatterns } from './record-pattern.js';
import { planOfRecord } from './record-plan.js';

export class ItemReader<T> {
  readonly #decoder: ValueReader;
  readonly #codec: Codec<T>;
  readonly #patterns: RecordPatterns<T> | undefined;
  #reference: TagCut | undefined;
  readonly #referred = new LikeValues();
  #isInside = false;
  #value: T | null = null;
  #position: number | undefined;
  #hasNoId = false;

  readonly #follow: Follow;

  constructor(decoder: ValueReader, codec: Codec<T>) {
    this.#decoder = decoder;
    this.#codec = codec;
    this.#follow = (field, id, position) => {
      this.#position = undefined;
      const { xml } = decoder;
      return decoder.follow(field, id, xml.offset - xml.position + position);
    };
    if (mayUsePatterns(decoder.limits)) this.#patterns = new RecordPatterns();
  }

  get value(): T | null {
    return this.#value;
  }

  get isInside(): boolean {
    return this.#isInside;
  }

  /** The index announced by the item itself (SOAP 1.1 section 5.4.2.2), if any. */
  get position(): number | undefined {
    return this.#position;
  }

  get hasNoId(): boolean {
    return this.#hasNoId;
  }

  /** Reads the next item. @returns `false` after the array's end */
  next(): boolean {
    return this.#matches() || this.#refers() || this.#read();
  }

  #matches(): boolean {
    const { xml } = this.#decoder;
    if (this.#patterns === undefined || xml.isEmpty) return false;
    this.#isInside = true;
    const end = this.#patterns.match(xml.source, xml.position, this.#follow);
    this.#isInside = false;
    if (end === -1) return false;
    xml.advance(end);
    this.#value = this.#patterns.value;
    this.#position = undefined;
    this.#hasNoId = true;
    return true;
  }

  /** Reads an item that is only a reference, like the previous item. */
  #refers(): boolean {
    const { xml } = this.#decoder;
    if (this.#reference === undefined || xml.isEmpty) return false;
    const referred = this.#referred;
    if (!referred.read(xml.source.text, xml.position, this.#reference)) return false;
    xml.advance(referred.end);
    this.#isInside = true;
    this.#value = this.#decoder.follow(this.#codec, referred.first, xml.offset);
    this.#isInside = false;
    this.#position = undefined;
    this.#hasNoId = true;
    return true;
  }

  #read(): boolean {
    const { xml } = this.#decoder;
    if (xml.isPartial) this.#decoder.mark();
    this.#isInside = false;
    const start = xml.position;
    const { scope } = xml;
    const tag = xml.nextChild();
    if (tag === undefined) return false;
    this.#position = soapAttributes(tag).position;
    this.#isInside = true;
    this.#value = this.#decoder.value(this.#codec);
    this.#isInside = false;
    this.#hasNoId = false;
    if (this.#patterns?.isLearning === true) {
      // In a stream, values are cached by id, so ids must be read. Inside another id, an item could have the same id.
      const mayHaveId = !this.#decoder.isStream && !this.#decoder.isInsideId;
      this.#patterns.learn(() => planOfRecord(xml.source, start, xml.position, scope, this.#codec, mayHaveId));
    }
    this.#reference = this.#patterns === undefined ? undefined : referenceOf(tag);
    return true;
  }
}

/** Returns the form of an item that is only a reference and was followed. */
function referenceOf(tag: StartTag): TagCut | undefined {
  // If the tag has a shape but no id, it has a reference.
  if (tag.shape === undefined || !tag.selfClosing || tag.id !== undefined) return undefined;
  const { nil, position } = soapAttributes(tag);
  const isPlain = !nil && position === undefined;
  const cut = isPlain ? tag.shape?.cut : undefined;
  // The `#` is part of the form, so that only the id varies.
  return cut === undefined ? undefined : { ...cut, before: `${cut.before}#` };
}
