import type { TransportBodySource } from '../transport/transport.js';
import type { Failure } from './interceptors/interceptor.js';

/** Told what becomes of a body that is read as it arrives. */
interface BodyWatcher {
  /** So many bytes more have been handed to the reader. */
  readonly read?: (bytes: number) => unknown;
  /** Told once: the body has been read to its end or was given up, or has failed. */
  readonly over: (failure?: Failure) => void;
}

/** A body whose reading is watched. One that nobody ever looks at is never over. */
function watchedBody(body: TransportBodySource, watcher: BodyWatcher): TransportBodySource {
  let isOver = false;
  const over = (failure?: Failure): void => {
    if (isOver) return;
    isOver = true;
    watcher.over(failure);
  };
  const watch = async <T>(reading: () => T | Promise<T>): Promise<T> => {
    try {
      return await reading();
    } catch (error) {
      over({ error });
      throw error;
    }
  };
  const { bytes } = body;
  return {
    ...(bytes === undefined
      ? {}
      : {
          bytes: async () => {
            const whole = await watch(() => bytes.call(body));
            watcher.read?.(whole.length);
            over();
            return whole;
          },
        }),
    [Symbol.asyncIterator]: () => {
      const pieces = body[Symbol.asyncIterator]();
      return {
        next: async () => {
          const piece = await watch(() => pieces.next());
          if (piece.done === true) over();
          // What is no piece is left for others to complain about.
          else if (piece.value instanceof Uint8Array) watcher.read?.(piece.value.length);
          return piece;
        },
        return: async () => {
          await watch(async () => pieces.return?.());
          over();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** A body that is read as it arrives, and what has become of it so far. */
export interface Arrival {
  readonly body: TransportBodySource;
  /** How many bytes have been handed to its reader. */
  readonly bytes: number;
  readonly over: Promise<Failure | undefined>;
}

/** Watches a body to its end. */
export function watchedArrival(body: TransportBodySource): Arrival {
  let bytes = 0;
  let end: (failure: Failure | undefined) => void;
  const over = new Promise<Failure | undefined>((resolve) => {
    end = resolve;
  });
  const watched = watchedBody(body, { read: (more) => (bytes += more), over: (failure) => end(failure) });
  return {
    body: watched,
    over,
    get bytes() {
      return bytes;
    },
  };
}
