import { setMaxListeners } from 'node:events';
import { AbortedError, ConnectionError } from '../errors/errors.js';
import { checkBoolean, checkPositive } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../options/table.js';
import { InFlight, type InFlightEntry } from '../transport/in-flight.js';
import { onWaitEnd } from '../transport/wait.js';

const CLOSE_OPTIONS = {
  /**
   * Ends what is in flight instead of waiting for it: those calls reject with an `AbortedError`, whose `outcome` says
   * what happened to them. Default: false.
   */
  abort: withDefault(false, checkBoolean),
  /** The time to wait for what is in flight before it is ended, in milliseconds. Default: as long as it takes. */
  timeoutMs: optional(checkPositive),
};

/** Options of closing a client. */
export interface CloseOptions extends OptionsOf<typeof CLOSE_OPTIONS> {}

/** Reads the options of closing. @throws ValidationError that names the option */
export function readCloseOptions(options: CloseOptions): OptionValues<typeof CLOSE_OPTIONS> {
  return readOptions(options, CLOSE_OPTIONS, { what: 'the options of close' });
}

/** A call that ends with its client. */
export interface EndableCall extends InFlightEntry {
  /** Ends what nobody else ends: called before {@link Lifetime.ending} is aborted, with the same reason. */
  end(reason: Error): void;
  /** It is over. */
  over(): void;
}

/** Knows the calls of a client, so that it can be closed when the last of them is over, or ends them. */
export class Lifetime {
  readonly #inFlight = new InFlight<EndableCall>();
  #isClosed = false;
  #whenIdle: (() => void)[] = [];
  /** Cheaper to ask for each record than the signal. */
  #isEnding = false;
  readonly #ending = new AbortController();

  constructor() {
    // Each call may listen to it; a warning about that would be noise.
    setMaxListeners(0, this.#ending.signal);
  }

  /** Aborted when what is still in flight is ended. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * Asked before a call begins.
   *
   * @throws ConnectionError when the client is closed
   */
  checkOpen(operation: string): void {
    if (this.#isClosed) {
      throw new ConnectionError('the client is closed; nothing was sent', 'not-sent', { operation, retryable: false });
    }
  }

  /** A call begins. */
  begin(call: EndableCall): void {
    this.#inFlight.add(call);
  }

  /**
   * Asked by what goes on after its response has come.
   *
   * @throws AbortedError when the caller, or the closing of the client, has ended it
   */
  check(operation: string, signal: AbortSignal | undefined): void {
    if (signal?.aborted) {
      const cause: unknown = signal.reason;
      throw new AbortedError('aborted by the caller; the request was carried out', 'unknown', { operation, cause });
    }
    if (this.#isEnding) {
      throw new AbortedError('the client was closed; the request was carried out', 'unknown', { operation });
    }
  }

  /** A call is over. */
  end(call: EndableCall): void {
    this.#inFlight.delete(call);
    call.over();
    if (this.#inFlight.isEmpty) this.#stopWaiting();
  }

  /**
   * Lets no further call begin, and waits for those that are in flight, as long as it is to be waited.
   *
   * @throws ValidationError when an option is not usable
   */
  async close(options: CloseOptions): Promise<void> {
    const { abort, timeoutMs } = readCloseOptions(options);
    this.#isClosed = true;
    if (!abort && !this.#inFlight.isEmpty) await this.#idle(timeoutMs);
    this.#isEnding = true;
    const reason = new Error('the client was closed');
    for (const call of this.#inFlight) call.end(reason);
    this.#ending.abort(reason);
    // Another close() may wait for a stream that nobody reads on.
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    if (this.#whenIdle.length === 0) return;
    for (const idle of this.#whenIdle) idle();
    this.#whenIdle = [];
  }

  #idle(timeoutMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const stop = onWaitEnd({ timeoutMs }, () => resolve());
      this.#whenIdle.push(() => {
        stop();
        resolve();
      });
    });
  }
}
