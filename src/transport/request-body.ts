import { Readable } from 'node:stream';
import { AbortedError, RequestBodyError, TimeoutError } from '../errors/errors.js';
import { aborterOf } from '../errors/transport-errors.js';
import { safeCause } from './cause.js';
import { onWaitEnd, withTimeLeft } from './time-limits.js';
import type { RequestBody, RequestBodySource, TransportRequest } from './transport.js';

export function isBodySource(body: RequestBody | undefined): body is RequestBodySource {
  return body !== undefined && !(body instanceof Uint8Array);
}

export function lengthOfBody({ length }: RequestBody, operation: string): number | undefined {
  if (length === undefined || (Number.isSafeInteger(length) && length >= 0)) return length;
  throw bodyError({ what: 'has a length that is not a whole number of bytes' }, 'not-sent', operation);
}

export interface BodyFailure {
  readonly what: string;
  readonly cause?: Error | undefined;
}

/** Opens a body as a stream of the announced `length`. `failed` is called if it cannot be read completely. */
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

/** Reads the complete body, at most one chunk more than `maxBytes`. */
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

export interface RequestInBytes extends TransportRequest {
  readonly body?: Uint8Array | undefined;
}

export function isInBytes(request: TransportRequest): request is RequestInBytes {
  return !isBodySource(request.body);
}

/** Returns the request with its body in memory, and with its remaining time. */
export async function requestInBytes(request: TransportRequest, maxBytes: number): Promise<RequestInBytes> {
  const { body: source } = request;
  if (!isBodySource(source)) return { ...request, body: source };
  const start = performance.now();
  const body = await collectBody(source, request, maxBytes);
  const sent = withTimeLeft(request, start);
  return { ...sent, body, timeoutMs: sent.timeoutMs && Math.max(1, sent.timeoutMs) };
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

export function bodyError(
  { what, cause }: BodyFailure,
  outcome: 'not-sent' | 'unknown',
  operation: string | undefined,
): RequestBodyError {
  const maybe = outcome === 'not-sent' ? 'nothing was sent' : 'the request may have been carried out';
  return new RequestBodyError(`the body of the request ${what}; ${maybe}`, outcome, { operation, cause });
}

class UnusableBody extends Error {}

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
    // A stream that fails with `undefined` would not report it.
    throw error || new Error('the source failed without an error');
  }
  if (length !== undefined && bytes < length) {
    throw new UnusableBody(`has ${bytes} bytes, not the ${length} of its length`);
  }
}

function failureOf(error: unknown): BodyFailure {
  if (error instanceof UnusableBody) return { what: error.message };
  return { what: 'could not be read', cause: safeCause(error) };
}
