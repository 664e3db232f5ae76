import { setMaxListeners } from 'node:events';
import { AbortedError } from '../errors/errors.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { type Placed, UnderWay } from '../transport/under-way.js';
import { isArriving, watchedBody } from '../transport/wrappers/watched-body.js';

/**
 * Wraps a transport of somebody else: it is not closed with the client, but the client's calls over it are ended then, as
 * by their signal.
 */
export function lentTransport(transport: Transport): Transport {
  const closing = new AbortController();
  // All calls without a signal of their own listen to this one; a warning about that would be noise.
  setMaxListeners(0, closing.signal);
  const calls = new UnderWay<LentCall>();
  return {
    send: (request) => new LentCall(request, closing.signal, calls).carry(transport),
    close: async () => {
      closing.abort(new Error('the client was closed'));
      for (const call of calls) call.end();
    },
  };
}

/** One call over a transport of somebody else, until its answer has been read. */
class LentCall implements Placed {
  place: number = -1;
  readonly #request: TransportRequest;
  readonly #closing: AbortSignal;
  readonly #calls: UnderWay<LentCall>;
  /** What the transport listens to where the call has a signal of its own: aborted with it, and with the client. */
  readonly #both: AbortController | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(request: TransportRequest, closing: AbortSignal, calls: UnderWay<LentCall>) {
    const { signal } = request;
    this.#request = request;
    this.#closing = closing;
    this.#calls = calls;
    calls.add(this);
    if (signal === undefined) return;
    // Not `AbortSignal.any`: of each signal made by it a trace is left in those that live long.
    this.#both = new AbortController();
    if (signal.aborted) this.#onAbort();
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  async carry(transport: Transport): Promise<TransportResponse> {
    const ended = new Promise<never>((_resolve, reject) => {
      this.#reject = reject;
    });
    let isStreaming = false;
    try {
      const signal = this.#both?.signal ?? this.#closing;
      const response = await Promise.race([transport.send({ ...this.#request, signal }), ended]);
      if (!isArriving(response?.body)) return response;
      isStreaming = true;
      return { ...response, body: watchedBody(response.body, { over: () => this.#over() }) };
    } finally {
      this.#reject = undefined;
      if (!isStreaming) this.#over();
    }
  }

  /** The client is closed. */
  end(): void {
    this.#both?.abort(this.#closing.reason);
    // A transport that listens to its signal knows what happened, and has the first word.
    setImmediate(() => {
      const what = 'the client was closed; the request may have been carried out';
      this.#reject?.(new AbortedError(what, 'unknown', { operation: this.#request.operation }));
    });
  }

  readonly #onAbort = (): void => this.#both?.abort(this.#request.signal?.reason);

  #over(): void {
    this.#calls.delete(this);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
  }
}
