import { RefusedRequest } from './refused-request.js';

const LOST = /\ufffd|\p{Surrogate}/u;

/**
 * Yields the bytes of a body that was already decoded as text.
 *
 * @throws RefusedRequest if bytes may have been lost by decoding
 */
export async function* pieceOfText(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (LOST.test(text)) {
    throw new RefusedRequest(400, 'the body was made a text of before, and lost bytes by that');
  }
  yield Buffer.from(text, 'utf8');
}

/** Gives a body that is there as a whole. */
export async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** The body of a request that has none. */
export async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}
