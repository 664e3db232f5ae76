import { AbortedError } from '../../errors/errors.js';
import { InFlight, type InFlightEntry } from '../../transport/in-flight.js';
import type { TransportRequest } from '../../transport/transport.js';
import { onWaitEnd } from '../../transport/wait.js';
import type { Attempt, Decoded, Interceptor } from './interceptor.js';

/**
 * Makes the interceptor that ends what is in flight inside it, as by the caller's signal, when a client is closed: for
 * a transport and for interceptors that are the caller's, and are not closed with the client.
 */
export function endWith(closing: AbortSignal): Interceptor {
  const calls = new InFlight<EndableCall>();
  onWaitEnd({ closing }, () => {
    for (const call of calls) call.end();
  });
  return (next) => (request) => new EndableCall(request, closing, calls).run(next);
}

/** One call, until its response has been read. */
class EndableCall implements InFlightEntry {
  index: number = -1;
  readonly #request: TransportRequest;
  readonly #closing: AbortSignal;
  readonly #calls: InFlight<EndableCall>;
  /** What is listened to inside where the call has a signal of its own: aborted with it, and with the client. */
  readonly #both: AbortController | undefined;
  readonly #unlisten: (() => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(request: TransportRequest, closing: AbortSignal, calls: InFlight<EndableCall>) {
    const { signal } = request;
    this.#request = request;
    this.#closing = closing;
    this.#calls = calls;
    calls.add(this);
    if (signal === undefined) return;
    // Not `AbortSignal.any`: of each signal made by it a trace is left in those that live long.
    const both = new AbortController();
    this.#both = both;
    this.#unlisten = onWaitEnd({ signal }, () => both.abort(signal.reason));
  }

  async run<R>(next: Attempt<R>): Promise<Decoded<R>> {
    const ended = new Promise<never>((_resolve, reject) => {
      this.#reject = reject;
    });
    let over: Decoded<R>['over'];
    try {
      const signal = this.#both?.signal ?? this.#closing;
      const decoded = await Promise.race([next({ ...this.#request, signal }), ended]);
      over = decoded.over;
      return decoded;
    } finally {
      this.#reject = undefined;
      if (over === undefined) this.#over();
      else void over.then(() => this.#over());
    }
  }

  /** The client is closed. */
  end(): void {
    this.#both?.abort(this.#closing.reason);
    // What listens to its signal knows what happened, and has the first word.
    setImmediate(() => {
      const what = 'the client was closed; the request may have been carried out';
      this.#reject?.(new AbortedError(what, 'unknown', { operation: this.#request.operation }));
    });
  }

  #over(): void {
    this.#calls.delete(this);
    this.#unlisten?.();
  }
}
