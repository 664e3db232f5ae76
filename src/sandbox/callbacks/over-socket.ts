import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';

/** The part of a response that a callback is answered by. */
export interface CallbackResponse {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Sends a request over a connection of its own, which ends with the answer or the request's signal. The global `fetch`
 * does not do: when a call is broken off, it opens a new connection to be kept, and some ports it does not call at all.
 */
export async function overSocket(request: Request): Promise<CallbackResponse> {
  const { method, url, headers, signal } = request;
  const body = request.body === null ? undefined : await buffer(request.body);
  const { request: open } = url.startsWith('https:') ? https : http;
  const fields = Object.fromEntries(headers);
  const sent = open(url, {
    method,
    signal,
    agent: false,
    headers: body ? { ...fields, 'content-length': body.length } : fields,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  // What breaks off behind its head is seen where the body is read, or by nobody.
  sent.on('error', () => undefined);
  return { status: response.statusCode ?? 0, body: response };
}
