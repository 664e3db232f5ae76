import { types } from 'node:util';
import { ByteCollector } from '../../http-message/multipart/byte-collector.js';
import { RefusedRequest } from './limits.js';

export interface BodyBounds {
  readonly most: number;
  readonly statedLength: string | undefined;
  readonly signal: AbortSignal;
}

/** Refuses a body that is too large, or whose length differs from the stated one. */
class ByteCounter {
  readonly #most: number;
  readonly #stated: number | undefined;
  #count = 0;

  constructor({ most, statedLength }: BodyBounds) {
    if (statedLength !== undefined && !/^\d{1,15}$/.test(statedLength)) {
      throw new RefusedRequest(400, 'the length of the body is not a number');
    }
    this.#most = most;
    this.#stated = statedLength === undefined ? undefined : Number(statedLength);
    if (this.#stated !== undefined && this.#stated > most) throw bodyTooLarge(most);
  }

  add(chunk: unknown): void {
    if (!types.isUint8Array(chunk)) throw new RefusedRequest(400, 'the body does not consist of bytes');
    this.#count += chunk.length;
    if (this.#count > this.#most) throw bodyTooLarge(this.#most);
  }

  end(): void {
    if (this.#stated === undefined || this.#stated === this.#count) return;
    const lengths = `${this.#count} bytes instead of the stated ${this.#stated}`;
    throw new RefusedRequest(400, `the body has ${lengths}: it is cut off or changed`);
  }
}

/**
 * Yields the chunks of a body, within its bounds.
 *
 * @throws RefusedRequest also if the body cannot be read to its end
 * @throws the reason of the signal
 */
export async function* countedBody(
  body: AsyncIterable<Uint8Array>,
  bounds: BodyBounds,
): AsyncGenerator<Uint8Array, void, undefined> {
  const counter = new ByteCounter(bounds);
  for await (const chunk of untilAborted(body, bounds.signal)) {
    counter.add(chunk);
    yield chunk;
  }
  counter.end();
}

/** Reads a complete body, without the generators that {@link countedBody} needs. */
export async function collectBody(body: AsyncIterable<Uint8Array>, bounds: BodyBounds): Promise<Uint8Array> {
  const { signal } = bounds;
  const counter = new ByteCounter(bounds);
  signal.throwIfAborted();
  const collector = new ByteCollector();
  const iterator = body[Symbol.asyncIterator]();
  let isOver = false;
  const read = async (): Promise<Uint8Array> => {
    while (!signal.aborted) {
      let result: IteratorResult<Uint8Array>;
      try {
        result = await iterator.next();
      } catch (error) {
        isOver = true;
        throw cutOff(error);
      }
      if (result.done === true) break;
      counter.add(result.value);
      collector.add(result.value);
    }
    isOver = true;
    counter.end();
    return collector.take();
  };
  let abort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason of the caller
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([read(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited, because it may wait for the next chunk.
    if (!isOver) iterator.return?.().catch(() => {});
  }
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
    throw new RefusedRequest(400, 'the body was already decoded and has lost bytes');
  }
  yield Buffer.from(text, 'utf8');
}

export async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

export async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}
