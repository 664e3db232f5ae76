import type { Transport, TransportRequest, TransportResponse } from '../../../transport/transport.js';

/** The result of a request. */
export interface Sent {
  readonly response: TransportResponse | undefined;
  /** The received part of the body. */
  readonly body: Uint8Array;
  readonly error: unknown;
}

/**
 * Sends a request and waits for the complete response. Reads it as a stream, so that a response that breaks off keeps
 * the received part.
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
