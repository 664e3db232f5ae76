import type { Scope } from '../xml/start-tag.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import type { SoapInput } from './input.js';
import { RecordTemplate } from './record-template.js';

/** How many different kinds of records of one array are remembered, and how many surprises end the remembering. */
const MAX_TEMPLATES = 4;
const MAX_MISSES = 16;
/** A short list is read before a template would have paid for its making. */
const PLAIN_RECORDS = 3;

/** The items of an array, read one after the other. */
export class ItemReader<T> {
  readonly #input: SoapInput;
  readonly #codec: Codec<T>;
  /** The template that fitted last comes first. */
  readonly #templates: RecordTemplate<T>[] = [];
  #isInside = false;
  #hits = 0;
  #records = 0;
  #misses = 0;
  #value: T | null = null;
  #position: number | undefined;

  /** @param input - inside the array's element */
  constructor(input: SoapInput, codec: Codec<T>) {
    this.#input = input;
    this.#codec = codec;
  }

  /** The item that {@link next} read. */
  get value(): T | null {
    return this.#value;
  }

  /** Whether reading broke off inside an item, not between two. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** The index that the item itself gives (section 5.4.2.2), if any. */
  get position(): number | undefined {
    return this.#position;
  }

  /**
   * Reads the next item.
   *
   * @returns `false` after the array's end
   */
  next(): boolean {
    return this.#matches() || this.#read();
  }

  #matches(): boolean {
    const { xml } = this.#input;
    if (this.#templates.length === 0 || xml.isEmpty) return false;
    for (let index = 0; index < this.#templates.length; index++) {
      const template = this.#templates[index] as RecordTemplate<T>;
      const end = template.match(xml.source, xml.offset);
      if (end === -1) continue;
      xml.advance(end);
      this.#hits += 1;
      this.#value = template.value;
      this.#position = undefined;
      if (index > 0) {
        this.#templates.splice(index, 1);
        this.#templates.unshift(template);
      }
      return true;
    }
    return false;
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
    this.#learn(start, scope);
    return true;
  }

  /** Looks at the record that was just read; ends the looking when it did not help. */
  #learn(start: number, scope: Scope): void {
    const { xml, limits } = this.#input;
    if (this.#misses > MAX_MISSES || (limits.shortcuts ?? 'all') !== 'all') return;
    this.#records += 1;
    if (this.#records <= PLAIN_RECORDS) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      if (this.#hits < this.#misses) this.#templates.length = 0;
      return;
    }
    const template = RecordTemplate.learn(xml.source, start, xml.offset, scope, this.#codec);
    if (template === undefined) return;
    this.#templates.unshift(template);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
  }
}
