import { CREDENTIALS } from '../operations.js';

/**
 * The username of a call: each has its own, so that the proxy recognizes the call of any operation. It
 * is as long as that of the one account there is, for which the proxy exchanges it.
 */
export function usernameOf(call: number): string {
  return `call${String(call).padStart(8, '0')}`;
}

/** Which call a request belongs to, and the request as the gateway is to get it. */
export function callIn(request: Buffer): { readonly call: number | undefined; readonly forward: Buffer } {
  const text = request.toString('latin1');
  const found = />call(\d{8})</.exec(text);
  if (found === null) return { call: undefined, forward: request };
  const forward = Buffer.from(request);
  forward.write(CREDENTIALS.username, found.index + 1, 'latin1');
  return { call: Number(found[1]), forward };
}
