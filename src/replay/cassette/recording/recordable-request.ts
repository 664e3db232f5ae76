import { bodyError, type RequestInBytes, requestInBytes } from '../../../transport/request-body.js';
import type { TransportRequest } from '../../../transport/transport.js';

/** Maximum bytes of a body. It is read completely, to compare and record it. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the body of a request if it is a stream.
 *
 * @throws RequestBodyError if it cannot be read, or is larger than 16 MiB
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
