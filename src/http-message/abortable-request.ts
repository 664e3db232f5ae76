/** By its signal, so that each request lives as long as its signal does. */
const requests = new WeakMap<AbortSignal, Request>();

/**
 * Creates a request of the Fetch API whose signal reports an abort even if the request was garbage-collected. In
 * Node.js 20, a signal that outlives its request does not.
 */
export function abortableRequest(url: string | URL, init: RequestInit & { readonly signal: AbortSignal }): Request {
  const request = new Request(url, init);
  requests.set(request.signal, request);
  return request;
}
