import type { StartTag } from '../../xml/start-tag.js';
import { nextVariant, type TagVariant, variantOf } from '../../xml/tag-pattern.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import type { SoapInput } from './decoder.js';
import { RecordTemplate } from './record-pattern.js';
import { mayUseTemplates, Templates } from './record-patterns.js';

/** The items of an array, read one after the other. */
export class ItemReader<T> {
  readonly #input: SoapInput;
  readonly #codec: Codec<T>;
  readonly #templates: Templates<T> | undefined;
  /** Items that differ only in what they refer to, when the last one was such an item. */
  #reference: TagVariant | undefined;
  #isInside = false;
  #value: T | null = null;
  #position: number | undefined;
  #hasNoId = false;

  /** @param input - inside the array's element */
  constructor(input: SoapInput, codec: Codec<T>) {
    this.#input = input;
    this.#codec = codec;
    if (mayUseTemplates(input.limits)) this.#templates = new Templates();
  }

  /** The item that {@link next} read. */
  get value(): T | null {
    return this.#value;
  }

  /** Whether reading broke off inside an item, not between two. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** The index that the item itself gives (SOAP 1.1 section 5.4.2.2), if any. */
  get position(): number | undefined {
    return this.#position;
  }

  /** Whether the item that {@link next} read has mark-up that is known to hold no `id`. */
  get hasNoId(): boolean {
    return this.#hasNoId;
  }

  /**
   * Reads the next item.
   *
   * @returns `false` after the array's end
   */
  next(): boolean {
    return this.#matches() || this.#refers() || this.#read();
  }

  #matches(): boolean {
    const { xml } = this.#input;
    if (this.#templates === undefined || xml.isEmpty) return false;
    const end = this.#templates.match(xml.source, xml.offset);
    if (end === -1) return false;
    xml.advance(end);
    this.#value = this.#templates.value;
    this.#position = undefined;
    this.#hasNoId = true;
    return true;
  }

  /** Reads an item that only refers to its value, like the one before. */
  #refers(): boolean {
    const { xml } = this.#input;
    if (this.#reference === undefined || xml.isEmpty) return false;
    const { before, after } = this.#reference;
    const start = xml.offset;
    const id = nextVariant(xml.source.text, start, this.#reference);
    if (id === undefined) return false;
    const { place } = xml;
    xml.advance(start + before.length + id.length + after.length);
    this.#isInside = true;
    this.#value = this.#input.follow(this.#codec, id, place);
    this.#isInside = false;
    this.#position = undefined;
    this.#hasNoId = true;
    return true;
  }

  #read(): boolean {
    const { xml } = this.#input;
    if (xml.isPartial) xml.mark();
    this.#isInside = false;
    const start = xml.offset;
    const { scope } = xml;
    const tag = xml.nextChild();
    if (tag === undefined) return false;
    this.#position = soapAttributes(tag).position;
    this.#isInside = true;
    this.#value = this.#input.value(this.#codec);
    this.#isInside = false;
    this.#hasNoId = false;
    this.#templates?.learn(() => RecordTemplate.learn(xml.source, start, xml.offset, scope, this.#codec));
    this.#reference = this.#templates === undefined ? undefined : referenceOf(tag);
    return true;
  }
}

/** The form of an item that is nothing but a reference. */
function referenceOf(tag: StartTag): TagVariant | undefined {
  const { href, id, nil, position } = soapAttributes(tag);
  const isPlain = tag.shape !== undefined && tag.selfClosing && id === undefined && !nil && position === undefined;
  const parts = isPlain && href?.startsWith('#') ? variantOf(tag.raw) : undefined;
  // The "#" belongs to the form, so that what varies is the id alone.
  return parts === undefined ? undefined : { ...parts, before: `${parts.before}#` };
}
