import { DecodeError } from '../errors/errors.js';
import { at, Problem } from '../errors/problem.js';
import type { TransportBody, TransportResponse } from '../transport/transport.js';
import { utf8Pieces } from '../xml/charset.js';
import { MoreNeeded } from '../xml/reader.js';
import type { StartTag } from '../xml/start-tag.js';
import {
  type AnswerContext,
  beginsLikeXml,
  checkedPiece,
  decodeErrorOf,
  faultError,
  readAnswer,
  transportFailure,
  wholeAnswer,
} from './answer.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import { parseContentType } from './content-type.js';
import { openBody, openEnvelope } from './envelope.js';
import { type Fault, isFault, readFault } from './fault.js';
import { IncomingDocument } from './incoming-document.js';
import { WholeNeeded } from './input.js';
import { ItemReader } from './items.js';

/** Which items of an answer are wanted, and as what. */
export interface ItemStream<O, R> {
  /** The part of the output that holds the items. */
  readonly part: keyof O & string;
  /** Told the parts that came before the items; without its consent they are passed over. */
  wants(partsSoFar: O): boolean;
  /** Makes of an item what is given out; `undefined` leaves it out. @throws Problem when the item cannot be used */
  convert(item: unknown): R | undefined;
  /** Told all other parts when the answer has been read to its end; what it throws ends the stream. */
  judge(output: O): void;
}

/**
 * Reads the items of one part of an answer while the answer arrives, in memory that does not grow with it. Items that
 * have arrived together are given out together, before more is waited for.
 *
 * An answer that is not SOAP, whose wrapper has another name than the operation's, or whose items stand elsewhere in
 * the document (multiRef), is read whole first.
 *
 * @throws the errors of `readAnswer`, also after items were given out: they were whole, and came before what is wrong
 */
export async function* readAnswerItems<O, R>(
  response: TransportResponse,
  context: AnswerContext<O>,
  stream: ItemStream<O, R>,
): AsyncGenerator<readonly R[], void, undefined> {
  const { charset, mediaType } = parseContentType(response.headers['content-type']);
  if (response.status < 200 || response.status > 299 || mediaType === 'multipart/related') {
    yield* itemsOf(readAnswer(await wholeAnswer(response, context), context), stream);
    return;
  }
  const pieces = utf8Pieces(piecesOf(response.body, context.operation.name), charset);
  try {
    const document = await IncomingDocument.open(pieces, context.limits);
    try {
      yield* new ItemsOfDocument(document, context, stream).read();
    } catch (error) {
      if (!(error instanceof WholeNeeded)) throw error;
      if (!document.isKept) {
        throw new DecodeError('a reference to an element that has not come yet: read this answer as a whole', {
          operation: context.operation.name,
          cause: error,
        });
      }
      const body = await document.whole();
      const headers = { ...response.headers, 'content-type': 'text/xml; charset=utf-8' };
      yield* itemsOf(readAnswer({ ...response, headers, body }, context), stream);
    }
  } catch (error) {
    const { name } = context.operation;
    throw error instanceof Problem ? decodeErrorOf(error, name, context) : transportFailure(error, name);
  } finally {
    await pieces.return();
  }
}

async function* piecesOf(body: TransportBody, operation: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (body instanceof Uint8Array) yield body;
    else for await (const piece of body) yield checkedPiece(piece, operation);
  } catch (error) {
    throw transportFailure(error, operation);
  }
}

/** The items of an answer that was read whole. */
function* itemsOf<O, R>(
  output: O,
  { part, wants, convert, judge }: ItemStream<O, R>,
): Generator<readonly R[], void, undefined> {
  if (wants(output)) {
    const items = output[part];
    const batch = new Batch(convert, part);
    for (const item of Array.isArray(items) ? (items as unknown[]) : []) {
      const problem = batch.add(item);
      if (problem !== undefined) {
        yield batch.take();
        throw problem;
      }
    }
    yield batch.take();
  }
  judge(output);
}

/** The most items that are collected before they are given out. */
const BATCH_SIZE = 1024;

/** Items that have arrived and are ready to be given out. */
class Batch<R> {
  readonly #convert: (item: unknown) => R | undefined;
  readonly #part: string;
  #index = 0;
  #ready: R[] = [];

  constructor(convert: (item: unknown) => R | undefined, part: string) {
    this.#convert = convert;
    this.#part = part;
  }

  get isFull(): boolean {
    return this.#ready.length >= BATCH_SIZE;
  }

  /** Adds an item. @returns what is wrong with it: the items before it have to be given out first */
  add(item: unknown): unknown {
    try {
      const made = this.#convert(item);
      if (made !== undefined) this.#ready.push(made);
    } catch (error) {
      return this.place(error);
    }
    this.#index += 1;
    return undefined;
  }

  /** Gives a problem the place of the item that comes next. */
  place(error: unknown): unknown {
    return at(this.#part, at(this.#index, error));
  }

  /** The items that are ready, which are then the caller's. */
  take(): readonly R[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}

/** One reading of one document. */
class ItemsOfDocument<O, R> {
  readonly #document: IncomingDocument;
  readonly #context: AnswerContext<O>;
  readonly #stream: ItemStream<O, R>;
  #output: Record<string, unknown> | undefined;
  #fault: Fault | undefined;

  constructor(document: IncomingDocument, context: AnswerContext<O>, stream: ItemStream<O, R>) {
    this.#document = document;
    this.#context = context;
    this.#stream = stream;
  }

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
    this.#stream.judge(this.#output as O);
  }

  /** The parts inside the wrapper; those of the wanted part are given out. */
  async *#parts(wrapper: StartTag): AsyncGenerator<readonly R[], void, undefined> {
    const { input } = this.#document;
    const { fields } = this.#context.operation.output;
    const { part, wants } = this.#stream;
    const { href, nil, map } = soapAttributes(wrapper);
    if (href !== undefined || nil || map) throw new WholeNeeded();
    const output = fields.blank();
    this.#output = output;
    const seen = new Set<string>();
    for (let tag = await this.#child(); tag !== undefined; tag = await this.#child()) {
      const field = fields.find(tag.local);
      if (field === undefined) {
        await this.#skip();
        continue;
      }
      if (seen.size === seen.add(field.name).size) throw at(field.name, new Problem('stands twice'));
      if (field.name !== part) {
        output[field.name] = await this.#attempt(() => input.value(field.codec), field.name);
      } else if (soapAttributes(tag).nil || !wants(output as O)) await this.#skip();
      else yield* this.#items(tag, field.codec.item);
    }
  }

  async *#items(array: StartTag, codec: Codec<unknown> | undefined): AsyncGenerator<readonly R[], void, undefined> {
    const { href, map } = soapAttributes(array);
    if (href !== undefined || map || codec === undefined) throw new WholeNeeded();
    const document = this.#document;
    const { part, convert } = this.#stream;
    const items = new ItemReader(document.input, codec);
    const batch = new Batch(convert, part);
    for (;;) {
      let problem: unknown;
      try {
        if (!items.next()) break;
        problem = batch.add(items.value);
      } catch (error) {
        if (error instanceof MoreNeeded) problem = error;
        else problem = items.isInside ? batch.place(error) : at(part, error);
      }
      if (problem === undefined && !batch.isFull) continue;
      // Whatever comes now, these items were whole.
      const ready = batch.take();
      if (ready.length > 0) {
        document.release();
        yield ready;
      }
      if (problem instanceof MoreNeeded) await document.more();
      else if (problem !== undefined) throw problem;
    }
    const rest = batch.take();
    // Read again as a whole, the answer would give these items a second time.
    if (rest.length > 0) document.release();
    yield rest;
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
