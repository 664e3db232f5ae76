import { checkedPiece, completeResponse, foreignFailure, setResponse } from '../../calls/attempts/response.js';
import { Problem } from '../../errors/problem.js';
import { parseContentType } from '../../http-message/content-type.js';
import type { TransportBody, TransportResponse } from '../../transport/transport.js';
import { utf8Pieces } from '../../xml/charset.js';
import { byTurns } from '../../xml/reading-time.js';
import { CompleteDocumentNeeded } from '../decoder/decoder.js';
import { repeatsOf } from '../decoder/limits.js';
import { documentOf } from '../messages/attachments.js';
import { type DecodeContext, decodeErrorOf, decodeSteps } from '../messages/decode-response.js';
import { type BufferedDocument, IncomingDocument } from './incoming-document.js';
import { Batch, type ItemStream, Usable } from './item-batch.js';
import type { Earlier } from './items-of-array.js';
import { ItemsOfDocument } from './items-of-document.js';

/**
 * Reads the items of one output part while the response arrives, in bounded memory. Items that arrive together are
 * returned together. It accepts the same responses as `decodeResponse`, except that `maxArrayItems` does not apply to
 * items in order.
 *
 * A response that is not SOAP, or has an unexpected wrapper, is read completely first. From the first item that is out
 * of order or refers to a later element, items wait for the end of the document, buffered up to `maxBufferedBytes`.
 * @throws the errors of `decodeResponse`, possibly after the first items of the response; an invalid item is reported
 *   last
 */
export async function* readResponseItems<O, R>(
  response: TransportResponse,
  context: DecodeContext<O>,
  stream: ItemStream<O, R>,
): AsyncGenerator<readonly R[], void, undefined> {
  const { name } = context.operation;
  try {
    yield* itemsOfResponse(response, context, stream);
  } catch (error) {
    throw setResponse(
      error instanceof Problem ? decodeErrorOf(error, name, context) : foreignFailure(error, name),
      response,
    );
  }
}

async function* itemsOfResponse<O, R>(
  response: TransportResponse,
  context: DecodeContext<O>,
  stream: ItemStream<O, R>,
): AsyncGenerator<readonly R[], void, undefined> {
  const contentType = parseContentType(response.headers['content-type']);
  let { charset } = contentType;
  const { operation } = context;
  const { limits } = context.shared;
  if (response.status < 200 || response.status > 299) {
    yield* itemsOf(await byTurns(decodeSteps(await completeResponse(response, operation.name), context)), stream);
    return;
  }
  let arriving = piecesOf(response.body, operation.name);
  if (contentType.mediaType === 'multipart/related') {
    // Read only its root part, like a body: a recording contains only that part.
    const bytes = await collected(arriving, context);
    const root = documentOf(bytes, response.headers['content-type']);
    ({ charset } = root.contentType);
    arriving = piecesOf(root.document, operation.name);
  }
  const pieces = textPieces(arriving, charset, context);
  const usable = new Usable(stream);
  try {
    const document = await IncomingDocument.open(pieces, limits);
    const reading = new ItemsOfDocument(document, context, stream, usable);
    try {
      yield* reading.read();
    } catch (error) {
      if (!(error instanceof CompleteDocumentNeeded)) throw error;
      const buffered = await document.rest();
      if (reading.returned === 0) {
        const body = markedUtf8(buffered.document);
        yield* itemsOf(await byTurns(decodeSteps({ ...response, body }, context)), stream);
      } else {
        const { returned, cost } = reading;
        const earlier = { returned, buffered: buffered.records, reading: { decoder: document.decoder, cost } };
        yield* itemsOfBuffered(buffered, earlier, context, stream, usable);
      }
    }
  } finally {
    await pieces.return();
  }
}

/**
 * Converts the pieces to UTF-8. An encoding error is reported for the document, not for the part that is being read.
 */
async function* textPieces<O>(
  pieces: AsyncIterable<Uint8Array>,
  charset: string | undefined,
  context: DecodeContext<O>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* utf8Pieces(pieces, charset);
  } catch (error) {
    throw error instanceof Problem ? decodeErrorOf(error, context.operation.name, context) : error;
  }
}

function markedUtf8(document: Uint8Array): Uint8Array {
  return document.length === 0 ? document : Buffer.concat([BYTE_ORDER_MARK, document]);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function* itemsOfBuffered<O, R>(
  buffered: BufferedDocument,
  earlier: Earlier,
  context: DecodeContext<O>,
  stream: ItemStream<O, R>,
  usable: Usable<R>,
): AsyncGenerator<readonly R[], void, undefined> {
  const { limits } = context.shared;
  const document = IncomingDocument.complete(buffered.document, {
    ...limits,
    maxRepeats: repeatsOf(limits, buffered.end),
  });
  try {
    yield* new ItemsOfDocument(document, context, stream, usable, earlier).read();
  } catch (error) {
    throw error instanceof Problem ? buffered.withOffset(error) : error;
  }
}

async function collected<O>(pieces: AsyncIterable<Uint8Array>, context: DecodeContext<O>): Promise<Uint8Array> {
  const { maxBufferedBytes: maxBytes } = context.shared.limits;
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) {
      const problem = new Problem(`more than ${maxBytes} bytes must be buffered (maxBufferedBytes)`);
      throw decodeErrorOf(problem, context.operation.name, context);
    }
    all.push(piece);
  }
  return Buffer.concat(all);
}

async function* piecesOf(body: TransportBody, operation: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (body instanceof Uint8Array) yield body;
    else for await (const piece of body) yield checkedPiece(piece, operation);
  } catch (error) {
    throw foreignFailure(error, operation);
  }
}

function* itemsOf<O, R>(output: O, stream: ItemStream<O, R>): Generator<readonly R[], void, undefined> {
  const { part, wants, accept } = stream;
  const usable = new Usable(stream);
  if (wants(output)) {
    const items = output[part];
    const batch = new Batch(usable);
    for (const item of Array.isArray(items) ? (items as unknown[]) : []) batch.add(item);
    yield batch.take();
  }
  accept(output);
  usable.finish();
}
