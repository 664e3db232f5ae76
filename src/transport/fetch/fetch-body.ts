import { Readable } from 'node:stream';

interface WebBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

export class FetchedBody extends Readable {
  readonly headers: Readonly<Record<string, never>> = {};
  readonly #reader: ReturnType<WebBody['getReader']> | undefined;

  constructor(body: WebBody | null | undefined) {
    super();
    this.#reader = body?.getReader();
    // It may be closed before it is read: an error without a listener would end the process.
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#pushNext().catch((error: unknown) => this.destroy(asError(error)));
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // Of no effect on a body that has come to its end.
    if (!this.readableEnded) void this.#leave();
    callback(error);
  }

  async #leave(): Promise<void> {
    try {
      await this.#reader?.cancel();
    } catch {
      // Nobody hears how the rest ends.
    }
  }

  async #pushNext(): Promise<void> {
    if (this.#reader === undefined) {
      this.push(null);
      return;
    }
    const { done, value } = await this.#reader.read();
    if (this.destroyed) return;
    if (!done && !(value instanceof Uint8Array)) throw new TypeError('the body does not consist of bytes');
    this.push(done ? null : value);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('something else than an error was thrown', { cause: error });
}

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
