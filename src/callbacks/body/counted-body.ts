import { types } from 'node:util';
import { ByteCollector } from '../../http-message/multipart/byte-collector.js';
import { RefusedRequest } from './limits.js';

export interface BodyBounds {
  readonly most: number;
  readonly statedLength: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Yields the chunks of a body. Refuses a body that is too large, or whose length differs from the stated one.
 *
 * @throws RefusedRequest also if the body cannot be read to its end
 * @throws the reason of the signal
 */
export async function* countedBody(
  body: AsyncIterable<Uint8Array>,
  { most, statedLength, signal }: BodyBounds,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (statedLength !== undefined && !/^\d{1,15}$/.test(statedLength)) {
    throw new RefusedRequest(400, 'the length of the body is stated as something that is no number');
  }
  const stated = statedLength === undefined ? undefined : Number(statedLength);
  if (stated !== undefined && stated > most) throw bodyTooLarge(most);
  let count = 0;
  for await (const piece of untilAborted(body, signal)) {
    if (!types.isUint8Array(piece)) throw new RefusedRequest(400, 'the body is given as something that is no bytes');
    count += piece.length;
    if (count > most) throw bodyTooLarge(most);
    yield piece;
  }
  if (stated !== undefined && stated !== count) {
    throw new RefusedRequest(400, `the body has ${count} bytes, where ${stated} were stated: it is cut off or changed`);
  }
}

export async function wholeBody(body: AsyncIterable<Uint8Array>, bounds: BodyBounds): Promise<Uint8Array> {
  const whole = new ByteCollector();
  for await (const piece of countedBody(body, bounds)) whole.add(piece);
  return whole.take();
}

async function* untilAborted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  const iterator = body[Symbol.asyncIterator]();
  let stop: ((reason: unknown) => void) | undefined;
  const abort = (): void => stop?.(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let isOver = false;
  try {
    for (;;) {
      const result = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stop = reject;
        if (signal.aborted) reject(signal.reason);
        else iterator.next().then(resolve, (error: unknown) => reject(cutOff(error)));
      });
      if (result.done === true) {
        isOver = true;
        return;
      }
      yield result.value;
    }
  } catch (error) {
    isOver ||= error instanceof RefusedRequest;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    // Not waited for: it may itself wait for the piece that does not come.
    if (!isOver) iterator.return?.().catch(() => {});
  }
}

function cutOff(error: unknown): RefusedRequest {
  return error instanceof RefusedRequest ? error : new RefusedRequest(400, 'the body is cut off', error);
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
    throw new RefusedRequest(400, 'the body was made a text of before, and lost bytes by that');
  }
  yield Buffer.from(text, 'utf8');
}

export async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

export async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}
