import { aborterOf, ClientClosed } from '../errors/abort-reason.js';
import { AbortedError, ConnectionError, DecodeError, isSmsServiceError } from '../errors/errors.js';
import { safeCause } from '../transport/cause.js';
import type { TransportBodySource, TransportResponse } from '../transport/transport.js';

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

/** The headers that are read. */
const HEADERS = ['content-type', 'retry-after'] as const;

/**
 * Makes sure of what even a transport made by others gives back.
 *
 * @throws DecodeError when it is no response
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

/** A response that has arrived to its last byte. */
export interface WholeResponse extends TransportResponse {
  readonly body: Uint8Array;
}

/** Tells whether a response has arrived to its last byte. */
export function isWhole(response: TransportResponse): response is WholeResponse {
  return response.body instanceof Uint8Array;
}

/** Waits for the whole body of a response. */
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
