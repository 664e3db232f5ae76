import type { Readable } from 'node:stream';

/** A stream of Node.js as `fetch` takes it: read no faster than it is asked for, left when nobody wants the rest. */
export function webStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => {
        stream.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
