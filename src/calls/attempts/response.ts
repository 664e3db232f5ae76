import { AbortedError, ConnectionError, DecodeError, HttpStatusError, isSmsServiceError } from '../../errors/errors.js';
import { aborterOf, ClientClosed } from '../../errors/transport-errors.js';
import { pageAdvice, visibleText } from '../../http-message/error-page.js';
import { isRedirect, redirectTarget, retryAfterMs } from '../../http-message/response-headers.js';
import { redact, type SecretSource } from '../../redact/redact.js';
import { safeCause } from '../../transport/cause.js';
import { noAnswerOfNock } from '../../transport/test-tool.js';
import type { TransportBodySource, TransportResponse } from '../../transport/transport.js';
import type { StreamFailure } from './interceptor.js';

/** Converts errors of other code, which may contain the request. `signal` is that of the request. */
export function foreignFailure(error: unknown, operation: string, signal?: AbortSignal): unknown {
  if (isSmsServiceError(error)) return error;
  if (signal?.aborted || ClientClosed.isOne(error)) {
    const cause: unknown = signal?.aborted ? signal.reason : error;
    const what = `${aborterOf(cause)}; the request may have been carried out`;
    return new AbortedError(what, 'unknown', { operation, cause });
  }
  const what = 'the transport failed with an unknown error; the request may have been carried out';
  return new ConnectionError(what, 'unknown', { operation, cause: error === undefined ? undefined : safeCause(error) });
}

const HEADERS = ['content-type', 'retry-after'] as const;

export function checkResponse(response: TransportResponse, operation: string): void {
  const { status, headers, body } = response ?? {};
  const isBody =
    body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null || !isBody) {
    throw new DecodeError('the transport returned no response with status, headers and body', { operation });
  }
  for (const name of HEADERS) {
    const value: unknown = headers[name];
    if (value !== undefined && typeof value !== 'string') {
      throw new DecodeError(`the transport returned a header ${name} that is not a string`, { operation });
    }
  }
}

export interface CompleteResponse extends TransportResponse {
  readonly body: Uint8Array;
}

export function isWhole(response: TransportResponse): response is CompleteResponse {
  return response.body instanceof Uint8Array;
}

export async function completeResponse(response: TransportResponse, operation: string): Promise<CompleteResponse> {
  if (isWhole(response)) return response;
  const body = response.body as TransportBodySource;
  try {
    const { bytes } = body;
    const allBytes = bytes === undefined ? await collected(body, operation) : await bytes.call(body);
    return { ...response, body: checkedPiece(allBytes, operation) };
  } catch (error) {
    throw foreignFailure(error, operation);
  }
}

async function collected(body: AsyncIterable<Uint8Array>, operation: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(checkedPiece(piece, operation));
  return Buffer.concat(pieces);
}

export function checkedPiece(piece: Uint8Array, operation: string): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new DecodeError('the transport returned a body that does not consist of bytes', { operation });
}

export interface Arrival {
  readonly body: AsyncIterable<Uint8Array>;
  readonly bytes: number;
  readonly over: Promise<StreamFailure | undefined>;
}

export function watchedArrival(body: TransportBodySource): Arrival {
  let bytes = 0;
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
        // An invalid piece is refused by its reader.
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

const STATUS: unique symbol = Symbol('HTTP status');

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function setResponse(error: unknown, { status, headers }: ResponseHead): unknown {
  if (!isSmsServiceError(error)) return error;
  Object.defineProperty(error, STATUS, { value: status, configurable: true });
  const requestedMs = retryAfterMs(headers['retry-after']);
  if (requestedMs !== undefined && 'retryAfterMs' in error) {
    Object.defineProperty(error, 'retryAfterMs', { value: Math.max(requestedMs, requestedPauseMs(error)) });
  }
  return error;
}

export function labelled(error: unknown, label: string | undefined): unknown {
  if (label !== undefined && isSmsServiceError(error)) {
    Object.defineProperty(error, 'label', { value: label, enumerable: true, configurable: true });
  }
  return error;
}

export function statusOf(error: unknown): number | undefined {
  return isSmsServiceError(error) ? (error as { readonly [STATUS]?: number })[STATUS] : undefined;
}

/** Returns the pause that the gateway or a server before it has asked for, in milliseconds; 0 if there is none. */
export function requestedPauseMs(error: unknown): number {
  if (!isSmsServiceError(error) || !('retryAfterMs' in error)) return 0;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;
}

const EXCERPT_LENGTH = 200;

type Head = Pick<TransportResponse, 'status' | 'headers' | 'sent'>;

/**
 * Creates the error of a response that is not of the interface, such as a page of a proxy.
 *
 * @param what - the problem
 * @param text - the body without secrets; the message shows its first 120 visible characters
 * @param source - the sent data: a redirect that contains some of it is not shown
 */
export function unexpectedResponse(
  response: Head,
  what: string,
  text: string,
  operation: string,
  source: SecretSource,
  cause?: unknown,
): HttpStatusError | ConnectionError {
  const { status, headers } = response;
  const noAnswer = noAnswerOfNock(status, text, operation);
  if (noAnswer !== undefined) return noAnswer;
  // Again: without tags, a secret may be complete.
  const visible = redact(visibleText(text), source.secrets());
  const begins = visible === '' ? '' : `; it begins: "${visible}"`;
  const message = `HTTP status ${status}: ${what}${pageAdvice(status, text)}${begins}`;
  return new HttpStatusError(message, status, text.slice(0, EXCERPT_LENGTH), {
    operation,
    cause,
    retryAfterMs: retryAfterMs(headers['retry-after']),
    location: isRedirect(status) ? redirectTarget(response, source) : undefined,
  });
}

export function refuseRedirect(response: Head, operation: string, source: SecretSource): void {
  if (!isRedirect(response.status)) return;
  const what = 'redirects are not followed, because they would receive the credentials; correct the url';
  throw unexpectedResponse(response, what, '', operation, source);
}

export function refuseEmptyBody(response: Head, document: Uint8Array, operation: string, source: SecretSource): void {
  if (document.length > 0) return;
  throw unexpectedResponse(response, 'the body is empty', '', operation, source);
}
