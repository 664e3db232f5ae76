import type { Transport, TransportRequest, TransportResponse } from '../../../transport/transport.js';

/** The result of a request. */
export interface Sent {
  readonly response: TransportResponse | undefined;
  /** The part of the body that has come. */
  readonly body: Uint8Array;
  readonly error: unknown;
}

/**
 * Sends a request and waits for the whole response, or for what comes of it before it breaks off: read as a stream, a
 * response that breaks off keeps what has arrived.
 */
export async function sendAndCollect(transport: Pick<Transport, 'send'>, request: TransportRequest): Promise<Sent> {
  const pieces: Uint8Array[] = [];
  let response: TransportResponse | undefined;
  try {
    response = await transport.send({ ...request, streams: true });
    if (response.body instanceof Uint8Array) return { response, body: response.body, error: undefined };
    for await (const piece of response.body) pieces.push(piece);
    return { response, body: Buffer.concat(pieces), error: undefined };
  } catch (error) {
    return { response, body: Buffer.concat(pieces), error };
  }
}
