import { Readable } from 'node:stream';
// Not the global one, which tests replace.
import { setImmediate } from 'node:timers';

/** Steers a request in undici: a part of its `Dispatcher.DispatchController`. */
export interface DispatchController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

export class Stopped extends Error {}

/** The body of a response of undici, as a stream that lets the connection wait. */
export class Incoming extends Readable {
  readonly headers: Readonly<Record<string, string>>;
  readonly #controller: DispatchController;

  constructor(controller: DispatchController, headers: Readonly<Record<string, string>>) {
    super();
    this.headers = headers;
    this.#controller = controller;
  }

  override _read(): void {
    this.#controller.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // Of no effect on a response that has come to its end.
    if (!this.readableEnded) this.#controller.abort(error ?? new Stopped());
    callback(error);
  }
}

/** From this size on, the buffer of a socket (16 or 64 KiB, by the version of Node.js) cannot take a body at once. */
export const LARGE_BODY = 65_536;

/**
 * A large body of a request as undici has to be given it: one piece, whose end comes when it has been taken.
 *
 * For undici bytes are written when they are in the buffer of the socket, a stream when the system has taken all of it.
 * Only so is a connection closed, and not used again, when the response ends before a large request was written out.
 */
export class LargeBody extends Readable {
  #body: Uint8Array | undefined;

  constructor(body: Uint8Array) {
    super();
    this.#body = body;
  }

  override _read(): void {
    const body = this.#body;
    this.#body = undefined;
    if (body !== undefined) this.push(body);
    // Later, after the reader has paused: otherwise the end is reported to a paused reader.
    else setImmediate(() => this.push(null));
  }
}
