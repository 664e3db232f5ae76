import type { RequestBody } from '../../src/transport/transport.js';

/** The bytes of a body in memory; none if there is no body. */
export function bytesOf(body: RequestBody | undefined): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('the body is read while it is sent');
}
