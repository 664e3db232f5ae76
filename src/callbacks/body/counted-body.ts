import { types } from 'node:util';
import { orAborted } from '../stores/waiting.js';
import { RefusedRequest } from './limits.js';

export interface BodyBounds {
  readonly most: number;
  readonly statedLength: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Passes the chunks of a body to a function, within its bounds, and waits for the function after each chunk.
 *
 * @throws RefusedRequest also if the body cannot be read to its end
 * @throws the reason of the signal
 */
export async function readChunks(
  body: AsyncIterable<Uint8Array>,
  bounds: BodyBounds,
  onChunk: (chunk: Uint8Array) => void | Promise<void>,
): Promise<void> {
  const { most, signal } = bounds;
  const statedLength = readLength(bounds);
  signal.throwIfAborted();
  const iterator = body[Symbol.asyncIterator]();
  let count = 0;
  let isOver = false;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await iterator.next();
    } catch (error) {
      isOver = true;
      throw error instanceof RefusedRequest ? error : new RefusedRequest(400, 'the body is cut off', error);
    }
  };
  try {
    for (let result = await orAborted(next(), signal); result.done !== true; result = await orAborted(next(), signal)) {
      const { value } = result;
      if (!types.isUint8Array(value)) throw new RefusedRequest(400, 'the body does not consist of bytes');
      count += value.length;
      if (count > most) throw bodyTooLarge(most);
      await onChunk(value);
      signal.throwIfAborted();
    }
    isOver = true;
    if (statedLength !== undefined && statedLength !== count) {
      const lengths = `${count} bytes instead of the stated ${statedLength}`;
      throw new RefusedRequest(400, `the body has ${lengths}: it is cut off or changed`);
    }
  } finally {
    // Not awaited, because it may wait for the next chunk.
    if (!isOver) iterator.return?.().catch(() => {});
  }
}

function readLength({ most, statedLength: text }: BodyBounds): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new RefusedRequest(400, 'the length of the body is not a number');
  if (Number(text) > most) throw bodyTooLarge(most);
  return Number(text);
}

export function bodyTooLarge(most: number): RefusedRequest {
  return new RefusedRequest(413, `the body has more than ${most} bytes`);
}

const LOST = /\ufffd|\p{Surrogate}/u;

/**
 * Yields the bytes of a body that was already decoded as text.
 *
 * @throws RefusedRequest if bytes may have been lost by decoding
 */
export async function* pieceOfText(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (LOST.test(text)) {
    throw new RefusedRequest(400, 'the body was already decoded and has lost bytes');
  }
  yield Buffer.from(text, 'utf8');
}

export async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

export async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}
