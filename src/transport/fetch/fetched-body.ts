import { Readable } from 'node:stream';

/** The part that is used of a web stream of bytes. */
export interface WebBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

/** The body of a response of `fetch`, as a stream that asks for a piece when one is wanted. */
export class FetchedBody extends Readable {
  /** Nothing of the coding: `fetch` has undone it. */
  readonly headers: Readonly<Record<string, never>> = {};
  readonly #reader: ReturnType<WebBody['getReader']> | undefined;

  constructor(body: WebBody | null | undefined) {
    super();
    this.#reader = body?.getReader();
    // It may be given up before anybody reads it: an error that nobody listens to would end the process.
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
