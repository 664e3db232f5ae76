import { bodyError, type RequestInBytes, requestInBytes } from '../../../transport/request-body.js';
import type { TransportRequest } from '../../../transport/transport.js';

/** The most bytes of a body that is read whole, to be compared and recorded. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the body of a request, where it is one that is read while it is sent.
 *
 * @throws RequestBodyError when it cannot be read, or has more than 16 MiB
 */
export async function recordableRequest(request: TransportRequest): Promise<RequestInBytes> {
  const read = await requestInBytes(request, MAX_BYTES);
  if (request.body === read.body || (read.body?.length ?? 0) <= MAX_BYTES) return read;
  throw bodyError(
    { what: `has more than ${MAX_BYTES} bytes, which a cassette would hold whole` },
    'not-sent',
    request.operation,
  );
}
