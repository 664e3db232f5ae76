/** By its signal, so that each request lives as long as its signal does. */
const requests = new WeakMap<AbortSignal, Request>();

/**
 * Makes a request of the Fetch API whose signal tells of an abort also where nobody holds the request any more. With
 * Node.js 20 a signal that outlives its request never does.
 */
export function abortableRequest(url: string | URL, init: RequestInit & { readonly signal: AbortSignal }): Request {
  const request = new Request(url, init);
  requests.set(request.signal, request);
  return request;
}
