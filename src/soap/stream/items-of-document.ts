import { at, Problem } from '../../errors/problem.js';
import { XmlSource } from '../../xml/source.js';
import type { StartTag } from '../../xml/tag.js';
import { recordActual } from '../codecs/describe-actual.js';
import { soapAttributes } from '../decoder/attributes.js';
import { CompleteDocumentNeeded } from '../decoder/decoder.js';
import { findMultiRefs } from '../decoder/multi-refs.js';
import type { ReferenceCost } from '../decoder/reference-cost.js';
import { beginsLikeXml, type DecodeContext, faultError } from '../messages/decode-response.js';
import { openBody, openEnvelope, skipHeader } from '../messages/envelope.js';
import { type Fault, isFault, readFault } from '../messages/fault.js';
import type { IncomingDocument } from './incoming-document.js';
import type { ItemStream, Usable } from './item-batch.js';
import { type Earlier, ItemsOfArray } from './items-of-array.js';

export class ItemsOfDocument<O, R> {
  readonly #document: IncomingDocument;
  readonly #context: DecodeContext<O>;
  readonly #stream: ItemStream<O, R>;
  readonly #usable: Usable<R>;
  readonly #items: ItemsOfArray<R>;
  #output: Record<string, unknown> | undefined;
  #fault: Fault | undefined;

  constructor(
    document: IncomingDocument,
    context: DecodeContext<O>,
    stream: ItemStream<O, R>,
    usable: Usable<R>,
    earlier: Earlier = { returned: 0, buffered: 0 },
  ) {
    this.#document = document;
    this.#context = context;
    this.#stream = stream;
    this.#usable = usable;
    this.#items = new ItemsOfArray(document, usable, earlier);
  }

  get returned(): number {
    return this.#items.returned;
  }

  get cost(): ReferenceCost {
    return this.#items.cost;
  }

  /** @throws WholeNeeded if the items from {@link returned} on must be read again from the complete document */
  async *read(): AsyncGenerator<readonly R[], void, undefined> {
    const { xml } = this.#document.decoder;
    const { wrapper } = this.#context.operation.output;
    if (!beginsLikeXml(this.#document.head)) throw new CompleteDocumentNeeded();
    // SOAP 1.2 and other documents are decoded completely, which produces precise errors.
    if ((await this.#attempt(() => openEnvelope(xml))) !== 'soap11') throw new CompleteDocumentNeeded();
    await this.#attempt(() => openBody(xml, () => skipHeader(xml)));
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
    // Only at the end of the document is it certain that no element has the expected name. Another element may be the
    // response.
    if (this.#output === undefined) throw new CompleteDocumentNeeded();
    this.#checkIds();
    this.#stream.accept(this.#output as O);
    this.#usable.finish();
  }

  /** Reads the parts inside the wrapper and yields the items of the streamed part. */
  async *#parts(wrapper: StartTag): AsyncGenerator<readonly R[], void, undefined> {
    const { decoder } = this.#document;
    const { fields } = this.#context.operation.output;
    const { part, wants } = this.#stream;
    const { href, id } = wrapper;
    const { nil, map } = soapAttributes(wrapper);
    if (href !== undefined || nil || map) throw new CompleteDocumentNeeded();
    decoder.enter(id);
    const output = fields.blank();
    this.#output = output;
    const seen = new Set<string>();
    const { firstName = '' } = fields;
    let isUnnamed: boolean | undefined;
    let unknown: StartTag | undefined;
    for (let tag = await this.#child(); tag !== undefined; tag = await this.#child()) {
      const field = fields.find(tag.local);
      isUnnamed ??= field === undefined;
      if (field === undefined) {
        unknown ??= tag;
        await this.#skip();
        continue;
      }
      const { name, codec } = field;
      if (seen.size === seen.add(name).size) await this.#attempt(() => decoder.xml.fail('occurs twice'), name);
      if (name !== part) {
        output[name] = await this.#attempt(() => decoder.value(codec), name);
        continue;
      }
      if (isUnnamed && !seen.has(firstName)) throw new CompleteDocumentNeeded();
      const { nil: isNil } = await this.#attempt(() => soapAttributes(decoder.xml.tag), name);
      if (isNil) {
        await this.#skip();
        continue;
      }
      // Read unused items as well: an invalid item makes the response invalid.
      if (this.#fault !== undefined || !wants(output as O)) this.#usable.refuse();
      yield* this.#items.read(tag, codec.item);
    }
    if (isUnnamed === true && !seen.has(firstName)) throw new CompleteDocumentNeeded();
    if (unknown !== undefined || output[firstName] === undefined) recordActual(output, wrapper, unknown);
    decoder.leave(id);
  }

  #checkIds(): void {
    const { decoder, buffered } = this.#document;
    if (!decoder.hasReferences) return;
    this.#document.bufferTo(decoder.xml.position);
    if (!buffered.isComplete) return;
    try {
      findMultiRefs(new XmlSource(buffered.document), decoder.limits);
    } catch (error) {
      throw error instanceof Problem ? buffered.withOffset(error) : error;
    }
  }

  #child(): Promise<StartTag | undefined> {
    return this.#attempt(() => this.#document.decoder.xml.nextChild());
  }

  async #skip(): Promise<void> {
    const { xml } = this.#document.decoder;
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
