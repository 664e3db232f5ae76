import { setMaxListeners } from 'node:events';
import { AbortedError } from '../errors/errors.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { isArriving, watchedBody } from '../transport/wrappers/watched-body.js';

/**
 * Wraps a transport of somebody else: it is not closed with the client, but the client's calls over it are ended then, as
 * by their signal.
 */
export function lentTransport(transport: Transport): Transport {
  const closing = new AbortController();
  return {
    send: (request) => send(transport, request, closing.signal),
    close: async () => closing.abort(new Error('the client was closed')),
  };
}

async function send(transport: Transport, request: TransportRequest, closing: AbortSignal): Promise<TransportResponse> {
  const { signal, release } = joined(request.signal, closing);
  const over = new AbortController();
  let isStreaming = false;
  try {
    const response = await Promise.race([transport.send({ ...request, signal }), ended(request, closing, over.signal)]);
    if (!isArriving(response?.body)) return response;
    isStreaming = true;
    return { ...response, body: watchedBody(response.body, { over: release }) };
  } finally {
    over.abort();
    if (!isStreaming) release();
  }
}

/** Rejects when the client is closed, for transports that do not listen to a signal. */
function ended({ operation }: TransportRequest, closing: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const what = 'the client was closed; the request may have been carried out';
    // A transport that does listen knows better what happened: it has the first word.
    const end = (): unknown => setImmediate(() => reject(new AbortedError(what, 'unknown', { operation })));
    setMaxListeners(0, closing);
    closing.addEventListener('abort', end, { once: true, signal: over });
  });
}

/** A signal that is aborted with either of two. What `AbortSignal.any()` makes stays in a long-lived one for good. */
function joined(own: AbortSignal | undefined, closing: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  if (own === undefined) return { signal: closing, release: () => undefined };
  const both = new AbortController();
  const released = new AbortController();
  for (const signal of [own, closing]) {
    const abort = (): void => both.abort(signal.reason);
    if (signal.aborted) abort();
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true, signal: released.signal });
  }
  return { signal: both.signal, release: () => released.abort() };
}
