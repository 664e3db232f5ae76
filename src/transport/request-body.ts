import { Readable } from 'node:stream';
import { aborterOf } from '../errors/abort-reason.js';
import { AbortedError, RequestBodyError, TimeoutError } from '../errors/errors.js';
import { safeCause } from './cause.js';
import type { RequestBody, RequestBodySource, TransportRequest } from './transport.js';
import { onWaitEnd } from './wait.js';

/** Tells whether a body is read while it is sent, and not there as bytes. */
export function isBodySource(body: RequestBody | undefined): body is RequestBodySource {
  return body !== undefined && !(body instanceof Uint8Array);
}

/**
 * Reads the length of a body in bytes, where it has one.
 *
 * @throws RequestBodyError when that is no number of bytes
 */
export function lengthOfBody({ length }: RequestBody, operation: string): number | undefined {
  if (length === undefined || (Number.isSafeInteger(length) && length >= 0)) return length;
  throw bodyError({ what: 'has a length that is no number of bytes' }, 'not-sent', operation);
}

/** A problem with a body, in words of this library. */
export interface BodyFailure {
  readonly what: string;
  readonly cause?: Error | undefined;
}

/**
 * Opens a body at its beginning, as a stream that is read no faster than it is written.
 *
 * @param length - that was announced, and is not asked for again: that of a file that grows is another one by now
 * @param failed - told when it cannot be read to its end, and whether bytes of it have been handed over before
 */
export function outgoingBody(
  source: RequestBodySource,
  length: number | undefined,
  failed: (failure: BodyFailure, hasBegun: boolean) => void,
): Readable {
  const state = { hasBegun: false };
  const stream = Readable.from(checkedPieces(source, length, state), { objectMode: false });
  stream.on('error', (error) => failed(failureOf(error), state.hasBegun));
  return stream;
}

/**
 * Reads the body of a request to its end, for a transport that needs it whole. Of a longer one than `maxBytes` it reads
 * only so much that this can be seen.
 *
 * @throws RequestBodyError, AbortedError, TimeoutError with the outcome `not-sent`
 */
export async function collectBody(
  source: RequestBodySource,
  { operation, signal, timeoutMs, timeLimit }: TransportRequest,
  maxBytes: number,
): Promise<Uint8Array> {
  const pieces = checkedPieces(source, lengthOfBody(source, operation), { hasBegun: false });
  let stop = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = onWaitEnd({ signal, timeoutMs }, (end) => {
      const limitMs = timeLimit?.timeoutMs ?? timeoutMs ?? 0;
      const late = `reading the body of the request took longer than ${limitMs} ms; nothing was sent`;
      reject(
        end === 'timeout'
          ? new TimeoutError(late, limitMs, 'not-sent', { operation })
          : new AbortedError(`${aborterOf(signal?.reason)}; nothing was sent`, 'not-sent', {
              operation,
              cause: signal?.reason,
            }),
      );
    });
  });
  try {
    return await Promise.race([collected(pieces, maxBytes, operation), ended]);
  } finally {
    stop();
    // Not waited for: the source may hang.
    void pieces.return().catch(() => undefined);
  }
}

/** A request whose body is there as bytes. */
export interface RequestInBytes extends TransportRequest {
  readonly body?: Uint8Array | undefined;
}

/** Tells whether nothing of the body is left to be read. */
export function isInBytes(request: TransportRequest): request is RequestInBytes {
  return !isBodySource(request.body);
}

/**
 * The request with its body read whole ({@link collectBody}), where it is one that is read while it is sent, and with
 * what is left of its time; that of a stream is for each wait, and stays.
 */
export async function requestInBytes(request: TransportRequest, maxBytes: number): Promise<RequestInBytes> {
  const { body: source, timeoutMs, streams } = request;
  if (!isBodySource(source)) return { ...request, body: source };
  const start = performance.now();
  const body = await collectBody(source, request, maxBytes);
  if (timeoutMs === undefined || streams) return { ...request, body };
  const { timeLimit = { deadline: start + timeoutMs, timeoutMs } } = request;
  const left = Math.ceil(start + timeoutMs - performance.now());
  return { ...request, body, timeoutMs: Math.max(1, left), timeLimit };
}

async function collected(pieces: AsyncIterable<Uint8Array>, maxBytes: number, operation: string): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      all.push(piece);
      bytes += piece.length;
      if (bytes > maxBytes) break;
    }
  } catch (error) {
    throw bodyError(failureOf(error), 'not-sent', operation);
  }
  return Buffer.concat(all);
}

/** Makes the error of a body that could not be sent whole. */
export function bodyError(
  { what, cause }: BodyFailure,
  outcome: 'not-sent' | 'unknown',
  operation: string | undefined,
): RequestBodyError {
  const maybe = outcome === 'not-sent' ? 'nothing was sent' : 'the request may have been carried out';
  return new RequestBodyError(`the body of the request ${what}; ${maybe}`, outcome, { operation, cause });
}

/** Thrown where the pieces of a body cannot be sent. */
class UnusableBody extends Error {}

/** The pieces of a source; as many bytes as it has announced. */
async function* checkedPieces(
  source: RequestBodySource,
  length: number | undefined,
  state: { hasBegun: boolean },
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  try {
    for await (const piece of source.open()) {
      if (!(piece instanceof Uint8Array)) throw new UnusableBody('does not consist of bytes');
      bytes += piece.length;
      if (length !== undefined && bytes > length)
        throw new UnusableBody(`has more than the ${length} bytes of its length`);
      if (piece.length === 0) continue;
      state.hasBegun = true;
      yield piece;
    }
  } catch (error) {
    // A stream that fails with `undefined` tells nobody.
    throw error || new Error('the source has thrown nothing');
  }
  if (length !== undefined && bytes < length) {
    throw new UnusableBody(`has ${bytes} bytes, not the ${length} of its length`);
  }
}

function failureOf(error: unknown): BodyFailure {
  if (error instanceof UnusableBody) return { what: error.message };
  return { what: 'could not be read', cause: safeCause(error) };
}
