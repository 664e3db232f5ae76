import { bodyError, isBodySource, withBodyRead } from '../../transport/request-body.js';
import type { TransportRequest } from '../../transport/transport.js';

/** A request whose body is there as bytes: that is what is compared and recorded. */
export interface RequestInBytes extends TransportRequest {
  readonly body?: Uint8Array | undefined;
}

/** Tells whether there is nothing to be read. */
export function isInBytes(request: TransportRequest): request is RequestInBytes {
  return !isBodySource(request.body);
}

/** The most bytes of a body that is read whole for that. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the body of a request, where it is one that is read while it is sent.
 *
 * @throws RequestBodyError when it cannot be read, or has more than 16 MiB
 */
export async function requestInBytes(request: TransportRequest): Promise<RequestInBytes> {
  const { body, operation } = request;
  if (body === undefined || body instanceof Uint8Array) return { ...request, body };
  const read = await withBodyRead(request, body, MAX_BYTES);
  if (read.body.length <= MAX_BYTES) return read;
  throw bodyError(
    { what: `has more than ${MAX_BYTES} bytes, which a cassette would hold whole` },
    'not-sent',
    operation,
  );
}
