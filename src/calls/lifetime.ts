import { setMaxListeners } from 'node:events';
import { AbortedError, ConnectionError } from '../errors/errors.js';
import { aborterOf, ClientClosed } from '../errors/transport-errors.js';
import { checkBoolean, checkPositive } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../options/table.js';
import { InFlight, type InFlightEntry, onWaitEnd } from '../transport/time-limits.js';

const CLOSE_OPTIONS = {
  /**
   * Ends the calls in flight instead of waiting for them: they reject with an `AbortedError` with their `outcome`.
   * Default: false.
   */
  abort: withDefault(false, checkBoolean),
  /** The time to wait for the calls in flight before they are ended, in milliseconds. Default: no limit. */
  timeoutMs: optional(checkPositive),
};

/** Options of closing a client. */
export interface CloseOptions extends OptionsOf<typeof CLOSE_OPTIONS> {}

export function readCloseOptions(options: CloseOptions): OptionValues<typeof CLOSE_OPTIONS> {
  return readOptions(options, CLOSE_OPTIONS, { what: 'the options of close' });
}

/** The work that a client, or all of a gateway, have at present. */
export interface Load {
  /** Calls that have started and have not ended. */
  readonly calls: number;
  /** Requests of these calls that wait because of a limit. */
  readonly waiting: number;
}

export interface Waiting {
  readonly waiting: number;
}

/** A call that ends with its client. */
export interface EndableCall extends InFlightEntry {
  /** Called before {@link Lifetime.ending} is aborted, with the same reason. */
  end(reason: Error): void;
  readonly load: Load;
  over(): void;
}

/**
 * The calls in flight of a client, which `close()` waits for or ends. A gateway that clients share has a lifetime, too:
 * each client with calls in flight is an entry of it.
 */
export class Lifetime implements EndableCall {
  index: number = -1;
  readonly #owner: Waiting | undefined;
  readonly #shared: Lifetime | undefined;
  #inFlight: InFlight<EndableCall> | undefined;
  #isClosed = false;
  #whenIdle: (() => void)[] | undefined;
  /** Reading this for each record costs less than the signal. */
  #isEnding = false;
  #ending: AbortController | undefined;

  constructor(owner?: Waiting, shared?: Lifetime) {
    this.#owner = owner;
    this.#shared = shared;
  }

  /** Aborted when the calls in flight are ended. */
  get ending(): AbortSignal {
    if (this.#ending === undefined) {
      this.#ending = new AbortController();
      // Each call may listen to it.
      setMaxListeners(0, this.#ending.signal);
      if (this.#isEnding) this.#ending.abort(new ClientClosed());
    }
    return this.#ending.signal;
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#shared?.isClosed === true;
  }

  get load(): Load {
    let [calls, waiting] = [0, this.#owner?.waiting ?? 0];
    for (const { load } of this.#inFlight ?? []) {
      calls += load.calls;
      waiting += load.waiting;
    }
    return { calls, waiting };
  }

  /**
   * Asked before a call begins.
   *
   * @throws ConnectionError when the client is closed
   */
  checkOpen(operation: string): void {
    this.#shared?.checkOpen(operation);
    if (this.#isClosed) {
      throw new ConnectionError('the client is closed; nothing was sent', 'not-sent', { operation, retryable: false });
    }
  }

  begin(call: EndableCall): void {
    this.#inFlight ??= new InFlight();
    if (this.#inFlight.isEmpty) this.#shared?.begin(this);
    this.#inFlight.add(call);
  }

  /**
   * Checks a call that continues after its response has arrived.
   *
   * @throws AbortedError if the caller or `close()` has ended it
   */
  check(operation: string, signal: AbortSignal | undefined): void {
    if (signal?.aborted) {
      const cause: unknown = signal.reason;
      throw new AbortedError(`${aborterOf(cause)}; the request was carried out`, 'unknown', { operation, cause });
    }
    if (this.#isEnding) {
      const cause: unknown = this.ending.reason;
      throw new AbortedError(`${aborterOf(cause)}; the request was carried out`, 'unknown', { operation, cause });
    }
  }

  finish(call: EndableCall): void {
    this.#inFlight?.delete(call);
    call.over();
    if (this.#inFlight?.isEmpty === false) return;
    this.#stopWaiting();
    if (this.#shared === undefined) return;
    this.#shared.finish(this);
    // It has no listeners any more, and idle accounts should be small.
    if (!this.#isClosed) this.#ending = undefined;
  }

  over(): void {}

  end(reason: Error): void {
    this.#isClosed = true;
    this.#isEnding = true;
    for (const call of this.#inFlight ?? []) call.end(reason);
    this.#ending?.abort(reason);
    // Another close() may wait for an abandoned stream.
    this.#stopWaiting();
  }

  /**
   * Rejects new calls, and waits for the calls in flight, or ends them.
   *
   * @throws ValidationError if an option is not valid
   */
  async close(options: CloseOptions): Promise<void> {
    const { abort, timeoutMs } = readCloseOptions(options);
    this.#isClosed = true;
    if (!abort && this.#inFlight?.isEmpty === false) await this.#idle(timeoutMs);
    this.end(new ClientClosed());
  }

  #stopWaiting(): void {
    for (const idle of this.#whenIdle ?? []) idle();
    this.#whenIdle = undefined;
  }

  #idle(timeoutMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const stop = onWaitEnd({ timeoutMs }, () => resolve());
      this.#whenIdle ??= [];
      this.#whenIdle.push(() => {
        stop();
        resolve();
      });
    });
  }
}
