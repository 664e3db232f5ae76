import { aborterOf, ClientClosed } from '../errors/abort-reason.js';
import { AbortedError, ConnectionError, DecodeError, isSmsServiceError } from '../errors/errors.js';
import { safeCause } from '../transport/cause.js';
import type { TransportBodySource, TransportResponse } from '../transport/transport.js';
import type { StreamFailure } from './interceptors/interceptor.js';

/**
 * Makes sure that what a transport or an interceptor throws, even one made by others, is an error of this library.
 * Errors of others hold requests: those of axios their body.
 *
 * @param signal - that of the request: what fails after it was aborted has failed for that
 */
export function foreignFailure(error: unknown, operation: string, signal?: AbortSignal): unknown {
  if (isSmsServiceError(error)) return error;
  if (signal?.aborted || ClientClosed.isOne(error)) {
    const cause: unknown = signal?.aborted ? signal.reason : error;
    const what = `${aborterOf(cause)}; the request may have been carried out`;
    return new AbortedError(what, 'unknown', { operation, cause });
  }
  const what = 'the transport failed with an error of its own; the request may have been carried out';
  return new ConnectionError(what, 'unknown', { operation, cause: error === undefined ? undefined : safeCause(error) });
}

const HEADERS = ['content-type', 'retry-after'] as const;

/**
 * Checks the response of a foreign transport.
 *
 * @throws DecodeError if it is not a response
 */
export function checkedResponse(response: TransportResponse, operation: string): TransportResponse {
  const { status, headers, body } = response ?? {};
  const isBody =
    body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null || !isBody) {
    throw new DecodeError('the transport gave back no response with status, headers and body', { operation });
  }
  for (const name of HEADERS) {
    const value: unknown = headers[name];
    if (value !== undefined && typeof value !== 'string') {
      throw new DecodeError(`the transport gave back a header ${name} that is no text`, { operation });
    }
  }
  return response;
}

export interface WholeResponse extends TransportResponse {
  readonly body: Uint8Array;
}

export function isWhole(response: TransportResponse): response is WholeResponse {
  return response.body instanceof Uint8Array;
}

export async function wholeResponse(response: TransportResponse, operation: string): Promise<WholeResponse> {
  if (isWhole(response)) return response;
  const body = response.body as TransportBodySource;
  try {
    const { bytes } = body;
    const whole = bytes === undefined ? await collected(body, operation) : await bytes.call(body);
    return { ...response, body: checkedPiece(whole, operation) };
  } catch (error) {
    throw foreignFailure(error, operation);
  }
}

async function collected(body: AsyncIterable<Uint8Array>, operation: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(checkedPiece(piece, operation));
  return Buffer.concat(pieces);
}

/**
 * Makes sure that a piece of a body consists of bytes, also from a transport made by others.
 *
 * @throws DecodeError when it does not
 */
export function checkedPiece(piece: Uint8Array, operation: string): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new DecodeError('the transport gave back a body that does not consist of bytes', { operation });
}

export interface Arrival {
  readonly body: AsyncIterable<Uint8Array>;
  readonly bytes: number;
  readonly over: Promise<StreamFailure | undefined>;
}

export function watchedArrival(body: TransportBodySource): Arrival {
  let bytes = 0;
  // A promise resolves only once: a body ends once.
  let end: (failure: StreamFailure | undefined) => void;
  const over = new Promise<StreamFailure | undefined>((resolve) => {
    end = resolve;
  });
  const watch = async <T>(reading: () => T | Promise<T>): Promise<T> => {
    try {
      return await reading();
    } catch (error) {
      end({ error });
      throw error;
    }
  };
  const watched = (): AsyncIterator<Uint8Array> => {
    const pieces = body[Symbol.asyncIterator]();
    return {
      next: async () => {
        const piece = await watch(() => pieces.next());
        if (piece.done === true) end(undefined);
        // Anything that is no piece is left for others to complain about.
        else if (piece.value instanceof Uint8Array) bytes += piece.value.length;
        return piece;
      },
      return: async () => {
        await watch(async () => pieces.return?.());
        end(undefined);
        return { done: true, value: undefined };
      },
    };
  };
  return {
    body: { [Symbol.asyncIterator]: watched },
    over,
    get bytes() {
      return bytes;
    },
  };
}
