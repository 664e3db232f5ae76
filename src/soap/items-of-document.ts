import { at, Problem } from '../errors/problem.js';
import { MoreNeeded } from '../xml/reader.js';
import { XmlSource } from '../xml/source.js';
import type { StartTag } from '../xml/start-tag.js';
import { type AnswerContext, beginsLikeXml, faultError } from './answer.js';
import { type Item, makeRoom, tooMany } from './array.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import { openBody, openEnvelope } from './envelope.js';
import { type Fault, isFault, readFault } from './fault.js';
import type { IncomingDocument } from './incoming-document.js';
import { WholeNeeded } from './input.js';
import { Batch, type ItemStream } from './item-batch.js';
import { ItemReader } from './items.js';
import { findTargets } from './targets.js';

/** An attribute `id`, or what looks like one. */
const ID = /[ \t\r\n]id[ \t\r\n]*=/;

/** How many items an earlier reading has given out, and how many of them the document holds again. */
interface Earlier {
  readonly given: number;
  readonly kept: number;
}

/** One reading of one document. */
export class ItemsOfDocument<O, R> {
  readonly #document: IncomingDocument;
  readonly #context: AnswerContext<O>;
  readonly #stream: ItemStream<O, R>;
  readonly #earlier: Earlier;
  #given: number;
  #output: Record<string, unknown> | undefined;
  #fault: Fault | undefined;

  constructor(
    document: IncomingDocument,
    context: AnswerContext<O>,
    stream: ItemStream<O, R>,
    earlier: Earlier = { given: 0, kept: 0 },
  ) {
    this.#document = document;
    this.#context = context;
    this.#stream = stream;
    this.#earlier = earlier;
    this.#given = earlier.given;
  }

  /** How many items were read and are not to be read again. */
  get given(): number {
    return this.#given;
  }

  /** @throws WholeNeeded when the document is needed as a whole; the items from {@link given} on are then still to come */
  async *read(): AsyncGenerator<readonly R[], void, undefined> {
    const { xml } = this.#document.input;
    const { wrapper } = this.#context.operation.output;
    if (!beginsLikeXml(this.#document.head)) throw new WholeNeeded();
    // SOAP 1.2 and other documents get the careful treatment of a whole answer, which says what is wrong.
    if ((await this.#attempt(() => openEnvelope(xml))) !== 'soap11') throw new WholeNeeded();
    await this.#attempt(() => openBody(xml, () => xml.fail('a header that must be understood, and is not')));
    for (let tag = await this.#child(); tag !== undefined; tag = await this.#child()) {
      if (isFault(tag)) {
        const fault = await this.#attempt(() => readFault(xml));
        this.#fault ??= fault;
      } else if (this.#output === undefined && tag.local === wrapper) yield* this.#parts(tag);
      else await this.#skip();
    }
    while ((await this.#child()) !== undefined) await this.#skip();
    while ((await this.#attempt(() => xml.next())) !== 'eof') continue;

    if (this.#fault !== undefined) throw faultError(this.#fault, this.#context);
    // Only now it is certain that no element has the right name, and that another one may be the answer.
    if (this.#output === undefined) throw new WholeNeeded();
    this.#checkIds();
    this.#stream.judge(this.#output as O);
  }

  /** The parts inside the wrapper; those of the wanted part are given out. */
  async *#parts(wrapper: StartTag): AsyncGenerator<readonly R[], void, undefined> {
    const { input } = this.#document;
    const { fields } = this.#context.operation.output;
    const { part, wants } = this.#stream;
    const { href, nil, map, id } = soapAttributes(wrapper);
    if (href !== undefined || nil || map) throw new WholeNeeded();
    input.enter(id);
    const output = fields.blank();
    this.#output = output;
    const seen = new Set<string>();
    const { firstName = '' } = fields;
    /** Whether the first child may be the first part under another name, which is certain when all parts were seen. */
    let isUnnamed: boolean | undefined;
    for (let tag = await this.#child(); tag !== undefined; tag = await this.#child()) {
      const field = fields.find(tag.local);
      isUnnamed ??= field === undefined && fields.mayBeginUnnamed;
      if (field === undefined) {
        await this.#skip();
        continue;
      }
      const { name, codec } = field;
      if (seen.size === seen.add(name).size) await this.#attempt(() => input.xml.fail('stands twice'), name);
      if (name !== part) {
        output[name] = await this.#attempt(() => input.value(codec), name);
        continue;
      }
      if (isUnnamed && !seen.has(firstName)) throw new WholeNeeded();
      const { nil: isNil } = await this.#attempt(() => soapAttributes(input.xml.tag), name);
      if (isNil || this.#fault !== undefined || !wants(output as O)) await this.#skip();
      else yield* this.#items(tag, codec.item);
    }
    if (isUnnamed === true && !seen.has(firstName)) throw new WholeNeeded();
    input.leave(id);
  }

  async *#items(array: StartTag, codec: Codec<unknown> | undefined): AsyncGenerator<readonly R[], void, undefined> {
    const { href, map, id, offset } = soapAttributes(array);
    if (href !== undefined || map || codec === undefined) throw new WholeNeeded();
    const document = this.#document;
    const { input } = document;
    const { xml } = input;
    const { part, convert } = this.#stream;
    input.enter(id);
    const reader = new ItemReader(input, codec);
    const batch = new Batch(convert, part, this.#given);
    for (let index = 0; index < this.#earlier.kept; index++) reader.next();
    document.keepTo(xml.offset);
    /** The index of the next item where the array itself gives it; behind the last item; one may hold an `id`. */
    let next = this.#given === 0 ? offset : undefined;
    let end = xml.offset;
    let isReferable = false;
    for (;;) {
      let problem: unknown;
      let jump: number | undefined;
      try {
        if (!reader.next()) break;
        const index = reader.position ?? next;
        if (index !== undefined && index !== batch.index) jump = index;
        else {
          problem = batch.add(reader.value);
          next = undefined;
          if (!reader.hasNoId) isReferable ||= ID.test(xml.source.text.slice(end, xml.offset));
          end = xml.offset;
        }
      } catch (error) {
        if (error instanceof MoreNeeded) problem = error;
        else problem = reader.isInside ? batch.place(error) : at(part, error);
      }
      if (problem === undefined && jump === undefined && !batch.isFull) continue;
      // Whatever comes now, these items were whole.
      document.passRecords(end, batch.index - this.#given, isReferable);
      this.#given = batch.index;
      isReferable = false;
      const ready = batch.take();
      if (ready.length > 0) yield ready;
      if (problem instanceof MoreNeeded) {
        await document.more();
        end = 0;
      } else if (problem !== undefined) throw problem;
      else if (jump !== undefined) {
        yield* this.#scattered(reader, codec, batch, jump);
        input.leave(id);
        return;
      }
    }
    document.passRecords(end, batch.index - this.#given, isReferable);
    this.#given = batch.index;
    yield batch.take();
    input.leave(id);
  }

  /**
   * The rest of an array, from the first item that does not come in its order (SOAP 1.1 section 5.4.2): given out at
   * its end.
   *
   * @param reader - has read that item
   * @param first - its index
   */
  async *#scattered(
    reader: ItemReader<unknown>,
    codec: Codec<unknown>,
    batch: Batch<R>,
    first: number,
  ): AsyncGenerator<readonly R[], void, undefined> {
    const document = this.#document;
    const { input } = document;
    const { part } = this.#stream;
    const { index: before } = batch;
    const items: Item<unknown>[] = [];
    const placed = new Set<number>();
    let next = first;
    let count = 0;
    do {
      next = reader.position ?? next;
      try {
        makeRoom(input, codec, items, next - before, placed);
        if (next >= input.limits.maxArrayItems) tooMany(input);
      } catch (error) {
        throw at(part, error);
      }
      items[next - before] = reader.value;
      next += 1;
      count += 1;
      if (input.xml.isPartial && !document.kept.isComplete) document.failOfSize();
    } while (await this.#nextItem(reader, next));

    document.keepTo(input.xml.offset);
    document.passRecords(input.xml.offset, count, true);
    for (const item of items) {
      const problem = batch.add(item);
      if (problem === undefined) continue;
      yield batch.take();
      throw problem;
    }
    this.#given = batch.index;
    yield batch.take();
  }

  async #nextItem(reader: ItemReader<unknown>, next: number): Promise<boolean> {
    try {
      return await this.#document.attempt(() => reader.next());
    } catch (error) {
      throw at(this.#stream.part, reader.isInside ? at(reader.position ?? next, error) : error);
    }
  }

  /** Once a reference was followed, no id may stand twice, also where nothing else looked at it. */
  #checkIds(): void {
    const { input, kept } = this.#document;
    if (!input.hasReferences) return;
    this.#document.keepTo(input.xml.offset);
    if (!kept.isComplete) return;
    try {
      findTargets(new XmlSource(kept.document), input.limits);
    } catch (error) {
      throw error instanceof Problem ? kept.inPlace(error) : error;
    }
  }

  #child(): Promise<StartTag | undefined> {
    return this.#attempt(() => this.#document.input.xml.nextChild());
  }

  /** Passes over an element, however large, piece by piece. */
  async #skip(): Promise<void> {
    const { xml } = this.#document.input;
    const { depth } = xml;
    while (xml.depth >= depth) await this.#attempt(() => xml.next());
  }

  async #attempt<T>(read: () => T, path?: string): Promise<T> {
    try {
      return await this.#document.attempt(read);
    } catch (error) {
      throw path === undefined ? error : at(path, error);
    }
  }
}
