import { Readable } from 'node:stream';
// Not the global one, which tests replace.
import { setImmediate } from 'node:timers';

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
    // Later, when the reader has paused: a stream that has ended with its last piece tells so also to one that pauses.
    else setImmediate(() => this.push(null));
  }
}
