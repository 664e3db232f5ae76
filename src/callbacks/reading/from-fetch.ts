import { nothing } from '../body/given-body.js';
import type { ArrivedBody, ArrivedCallback } from './arrived.js';
import { partsOf } from './from-node.js';

/** The part of a body of the Fetch API that is used; every runtime has a type of its own for it. */
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

/** Takes a request of the Fetch API. Its signal ends the reading of the body. */
export function fromFetch(request: FetchRequest, peer?: string): ArrivedCallback {
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

function bodyOf({ body, bodyUsed, signal }: FetchRequest): ArrivedBody {
  if (bodyUsed || body?.locked === true) return { kind: 'consumed' };
  return { kind: 'stream', stream: body === null ? nothing() : piecesOf(body, signal ?? undefined) };
}

async function* piecesOf(
  body: FetchBody,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const abort = (): void => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', abort, { once: true });
  let isOver = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      // A reader that was cancelled says that all was read.
      signal?.throwIfAborted();
      if (done || value === undefined) {
        isOver = true;
        return;
      }
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    if (!isOver) abort();
  }
}
