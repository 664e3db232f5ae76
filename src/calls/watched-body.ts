import type { TransportBodySource } from '../transport/transport.js';
import type { StreamFailure } from './interceptors/interceptor.js';

/** A body that is read as it arrives, and what has become of it so far. */
export interface Arrival {
  /** To be read by its pieces. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The bytes that have been handed to its reader. */
  readonly bytes: number;
  /** Fulfilled when the body has been read to its end or was given up, or with what it has failed with. */
  readonly over: Promise<StreamFailure | undefined>;
}

/** Watches a body to its end. One that nobody ever reads is never over. */
export function watchedArrival(body: TransportBodySource): Arrival {
  let bytes = 0;
  // Of what is told to a promise only the first counts: the body is over once.
  let end: (failure: StreamFailure | undefined) => void;
  const over = new Promise<StreamFailure | undefined>((resolve) => {
    end = resolve;
  });
  const watch = async <T>(reading: () => T | Promise<T>): Promise<T> => {
    try {
      return await reading();
    } catch (error) {
      end({ error });
      throw error;
    }
  };
  const watched = (): AsyncIterator<Uint8Array> => {
    const pieces = body[Symbol.asyncIterator]();
    return {
      next: async () => {
        const piece = await watch(() => pieces.next());
        if (piece.done === true) end(undefined);
        // Anything that is no piece is left for others to complain about.
        else if (piece.value instanceof Uint8Array) bytes += piece.value.length;
        return piece;
      },
      return: async () => {
        await watch(async () => pieces.return?.());
        end(undefined);
        return { done: true, value: undefined };
      },
    };
  };
  return {
    body: { [Symbol.asyncIterator]: watched },
    over,
    get bytes() {
      return bytes;
    },
  };
}
