import { at } from '../../errors/problem.js';
import { MoreNeeded } from '../../xml/reader.js';
import type { StartTag } from '../../xml/tag.js';
import { type Item, makeRoom, tooMany } from '../decoder/array-items.js';
import { soapAttributes } from '../decoder/attributes.js';
import type { Codec } from '../decoder/codec.js';
import { CompleteDocumentNeeded, type Decoder } from '../decoder/decoder.js';
import { ItemReader } from '../decoder/item-reader.js';
import { ReferenceCost } from '../decoder/reference-cost.js';
import type { IncomingDocument } from './incoming-document.js';
import { Batch, type Usable } from './item-batch.js';

/** An `id` attribute, or text that looks like one. */
const ID = /[ \t\r\n]id[ \t\r\n]*=/;

/** The number of items returned by an earlier reading, and how many of them the buffered document still contains. */
export interface Earlier {
  readonly returned: number;
  readonly buffered: number;
  /** The decoder of that reading, and the reference cost of the items that it returned. */
  readonly reading?: { readonly decoder: Decoder; readonly cost: ReferenceCost };
}

export class ItemsOfArray<R> {
  readonly #document: IncomingDocument;
  readonly #usable: Usable<R>;
  readonly #earlier: Earlier;
  #returned: number;
  readonly #cost: ReferenceCost;

  constructor(document: IncomingDocument, usable: Usable<R>, earlier: Earlier) {
    this.#document = document;
    this.#usable = usable;
    this.#earlier = earlier;
    this.#returned = earlier.returned;
    this.#cost = new ReferenceCost(document.decoder.limits);
  }

  get returned(): number {
    return this.#returned;
  }

  get cost(): ReferenceCost {
    return this.#cost;
  }

  /**
   * Reads the items to the end of the array.
   *
   * @throws WholeNeeded if the items from {@link returned} on must be read again from the complete document
   */
  async *read(array: StartTag, codec: Codec<unknown> | undefined): AsyncGenerator<readonly R[], void, undefined> {
    const { href, id } = array;
    const { map, offset } = soapAttributes(array);
    if (href !== undefined || map || codec === undefined) throw new CompleteDocumentNeeded();
    const document = this.#document;
    const { decoder } = document;
    const { xml } = decoder;
    const { part } = this.#usable;
    decoder.enter(id);
    const reader = new ItemReader(decoder, codec);
    const batch = new Batch(this.#usable, this.#returned);
    const { buffered, reading } = this.#earlier;
    for (let index = 0; index < buffered; index++) reader.next();
    if (reading !== undefined) decoder.resumeFrom(reading.decoder, reading.cost);
    document.bufferTo(xml.position);
    let next = this.#returned === 0 ? offset : undefined;
    let end = xml.position;
    let isReferable = false;
    for (;;) {
      let problem: unknown;
      let jump: number | undefined;
      try {
        if (!reader.next()) break;
        const index = reader.position ?? next;
        if (index !== undefined && index !== batch.index) jump = index;
        else {
          batch.add(reader.value);
          this.#cost.takeOver(decoder.cost);
          next = undefined;
          if (!reader.hasNoId) isReferable ||= ID.test(xml.source.text.slice(end, xml.position));
          end = xml.position;
        }
      } catch (error) {
        problem = reader.isInside ? batch.withPath(error) : at(part, error);
      }
      if (problem === undefined && jump === undefined && !batch.isFull) continue;
      // These items are complete, so they are returned before a problem or a wait.
      document.passRecords(end, batch.index - this.#returned, isReferable);
      this.#returned = batch.index;
      isReferable = false;
      const ready = batch.take();
      if (ready.length > 0) yield ready;
      if (problem instanceof MoreNeeded) {
        await document.more();
        end = 0;
      } else if (problem !== undefined) throw problem;
      else if (jump !== undefined) {
        yield* this.#scattered(reader, codec, batch, jump);
        decoder.leave(id);
        return;
      }
    }
    document.passRecords(end, batch.index - this.#returned, isReferable);
    this.#returned = batch.index;
    const last = batch.take();
    if (last.length > 0) yield last;
    decoder.leave(id);
  }

  /**
   * Reads the rest of an array from the first item that is out of order (SOAP 1.1 section 5.4.2). The items are
   * returned at the end of the array.
   */
  async *#scattered(
    reader: ItemReader<unknown>,
    codec: Codec<unknown>,
    batch: Batch<R>,
    first: number,
  ): AsyncGenerator<readonly R[], void, undefined> {
    const document = this.#document;
    const { decoder } = document;
    const { part } = this.#usable;
    const { index: before } = batch;
    const items: Item<unknown>[] = [];
    const holes = new Set<number>();
    let next = first;
    let count = 0;
    do {
      next = reader.position ?? next;
      try {
        makeRoom(decoder, codec, items, next - before, holes);
        if (next >= decoder.limits.maxArrayItems) tooMany(decoder);
      } catch (error) {
        throw at(part, error);
      }
      items[next - before] = reader.value;
      next += 1;
      count += 1;
      if (decoder.xml.isPartial && !document.buffered.isComplete) document.failOfSize();
    } while (await this.#nextItem(reader, next));

    document.bufferTo(decoder.xml.position);
    document.passRecords(decoder.xml.position, count, true);
    for (const item of items) batch.add(item);
    this.#cost.takeOver(decoder.cost);
    this.#returned = batch.index;
    const ready = batch.take();
    if (ready.length > 0) yield ready;
  }

  async #nextItem(reader: ItemReader<unknown>, next: number): Promise<boolean> {
    try {
      return await this.#document.attempt(() => reader.next());
    } catch (error) {
      throw at(this.#usable.part, reader.isInside ? at(reader.position ?? next, error) : error);
    }
  }
}
