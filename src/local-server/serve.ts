import type { IncomingMessage, ServerResponse } from 'node:http';
import { flatHeaders } from '../transport/flat-headers.js';
import { pause } from '../transport/time-limits.js';
import type { HandleArrived, HttpResponse } from './messages.js';
import { MAX_REQUEST_BYTES } from './router.js';
import { targetOf } from './target.js';

/** Reads a request, calls the handler and sends its reaction. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handle: HandleArrived,
  origin: string,
  signal: AbortSignal,
): Promise<void> {
  const body = await readBody(request);
  const reaction = await handle({
    method: request.method ?? '',
    ...targetOf(request.url ?? ''),
    headers: flatHeaders(request.headers),
    body,
    address: request.socket.remoteAddress ?? '',
    origin,
    signal,
  });
  if (reaction.kind === 'dropped') request.socket.destroy();
  else if (reaction.kind === 'cut') cut(response, reaction.response);
  else {
    await pause(reaction.delayMs, { signal, closing: reaction.ended });
    if (!signal.aborted) finish(response, reaction.response);
  }
}

/**
 * Returns the body of a request, or `undefined` if it is too large. A body that is too large is still read to its end,
 * because clients read the response only after sending the body.
 */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size <= MAX_REQUEST_BYTES) pieces.push(piece);
    else pieces.length = 0;
  }
  return size > MAX_REQUEST_BYTES ? undefined : Buffer.concat(pieces, size);
}

function finish(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers).end(body);
}

function cut(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers).write(body, () => response.destroy());
}
