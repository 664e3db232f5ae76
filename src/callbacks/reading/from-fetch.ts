import { checkMethods, checkString, invalid, isObject } from '../../options/check.js';
import { nothing } from '../body/counted-body.js';
import type { ArrivedBody, ArrivedCallback } from './arrived.js';
import { partsOf } from './from-node.js';

interface FetchBody {
  readonly locked?: boolean;
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The part of a `Request` of the Fetch API that is used. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: FetchBody | null;
  readonly bodyUsed: boolean;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Converts a request of the Fetch API. Its signal ends reading of the body.
 *
 * @throws ValidationError if the argument is not such a request
 */
export function fromFetch(request: FetchRequest, peer?: string): ArrivedCallback {
  checkRequest(request);
  const [path, query] = partsOf(request.url);
  return {
    method: request.method.toUpperCase(),
    path,
    query,
    header: (name) => request.headers.get(name) ?? undefined,
    peer,
    body: bodyOf(request),
  };
}

function checkRequest(request: FetchRequest): void {
  if (!isObject(request)) invalid('request', 'must be a Request of the Fetch API');
  checkString(request.method, 'request.method');
  checkString(request.url, 'request.url');
  checkMethods(request.headers, ['get'], 'request.headers');
  // Some runtimes omit a missing body.
  const body: unknown = request.body ?? undefined;
  if (body !== undefined) checkMethods(body as FetchBody, ['getReader'], 'request.body');
}

function bodyOf({ body, bodyUsed, signal }: FetchRequest): ArrivedBody {
  if (bodyUsed || body?.locked === true) return { kind: 'consumed' };
  return { kind: 'stream', stream: body ? piecesOf(body, signal ?? undefined) : nothing() };
}

/** Returns the chunks of a body. This is not a generator: a generator that waits for a chunk cannot be cancelled. */
function piecesOf(body: FetchBody, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => iteratorOf(body, signal) };
}

function iteratorOf(body: FetchBody, signal: AbortSignal | undefined): AsyncIterator<Uint8Array, undefined> {
  const reader = body.getReader();
  const over = { done: true, value: undefined } as const;
  let isOver = false;
  const abort = (): void => {
    signal?.removeEventListener('abort', abort);
    if (isOver) return;
    isOver = true;
    void reader.cancel(signal?.reason).catch(() => {});
  };
  signal?.addEventListener('abort', abort, { once: true });
  return {
    async next() {
      signal?.throwIfAborted();
      if (isOver) return over;
      const { done, value } = await reader.read();
      // A cancelled reader reports the end of the body.
      signal?.throwIfAborted();
      if (!done && value !== undefined) return { done: false, value };
      isOver = true;
      signal?.removeEventListener('abort', abort);
      return over;
    },
    async return() {
      abort();
      return over;
    },
  };
}
