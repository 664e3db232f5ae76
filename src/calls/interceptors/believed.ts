import { type ConnectionError, isSmsServiceError } from '../../errors/errors.js';
import { type Certainty, ofAnotherRequest } from '../../transport/certainty.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';

const CERTAINTY: unique symbol = Symbol('certainty of a refusal');

/**
 * The error that a response stands for, as far as the connection lets it be believed: a refusal that may be that of
 * another request is none. One by which a change would go out again is to be {@link disbelieved}, too.
 */
export function believed(
  error: unknown,
  { idempotent, operation }: TransportRequest,
  { certainty }: TransportResponse,
): unknown {
  if (certainty === undefined || !isSmsServiceError(error) || error.outcome !== 'rejected') return error;
  const why = certainty.doubt('refused');
  if (why !== undefined) return ofAnotherRequest(why, { operation, cause: error });
  if (error.retryable && !idempotent) {
    Object.defineProperty(error, CERTAINTY, { value: certainty });
    // Begun now, so that the connection goes to nobody else meanwhile.
    void certainty.settled();
  }
  return error;
}

/**
 * Waits for a moment whether more comes behind a refusal, and gives the error that replaces it then; `undefined` where
 * it, or any other error, stands.
 */
export async function disbelieved(error: unknown, operation: string): Promise<ConnectionError | undefined> {
  const certainty = isSmsServiceError(error) ? (error as { readonly [CERTAINTY]?: Certainty })[CERTAINTY] : undefined;
  if (certainty === undefined) return undefined;
  await certainty.settled();
  const why = certainty.doubt('refused');
  return why === undefined ? undefined : ofAnotherRequest(why, { operation, cause: error });
}
