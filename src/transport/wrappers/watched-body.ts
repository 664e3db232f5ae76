import type { TransportBody, TransportBodySource } from '../transport.js';

/** Told what becomes of a body that is read as it arrives. */
export interface BodyWatcher {
  /** So many bytes more have been handed to the reader. */
  readonly read?: (bytes: number) => unknown;
  /** Told once: the body has been read to its end or was given up, or has failed. */
  readonly over: (failure?: { readonly error: unknown }) => void;
}

/** Whether a body is read as it arrives; what a transport made by others gives back may be no body at all. */
export function isArriving(body: unknown): body is TransportBodySource {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array) && Symbol.asyncIterator in body;
}

/** A body whose reading is watched. One that nobody ever looks at is never over. */
export function watchedBody(body: TransportBodySource, watcher: BodyWatcher): Exclude<TransportBody, Uint8Array> {
  let isOver = false;
  const over = (failure?: { readonly error: unknown }): void => {
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
          else watcher.read?.(piece.value.length);
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
