import { setMaxListeners } from 'node:events';
import { aborterOf, ClientClosed } from '../errors/abort-reason.js';
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

/** The work that a client, or all of a gateway, have at present. */
export interface Load {
  /** Calls that have begun and are not over. */
  readonly calls: number;
  /** Requests of theirs that wait for their turn, because of a limit. */
  readonly waiting: number;
}

/** Knows how many requests wait for their turn. */
export interface Waiting {
  readonly waiting: number;
}

/** A call that ends with its client. */
export interface EndableCall extends InFlightEntry {
  /** Ends what nobody else ends: called before {@link Lifetime.ending} is aborted, with the same reason. */
  end(reason: Error): void;
  readonly load: Load;
  /** Told when it is over. */
  over(): void;
}

/**
 * Knows the calls of a client, so that it can be closed when the last of them is over, or ends them. What several
 * clients share has a lifetime, too: then each client with calls in flight is one in flight there.
 */
export class Lifetime implements EndableCall {
  index: number = -1;
  readonly #owner: Waiting | undefined;
  readonly #shared: Lifetime | undefined;
  /** Made when there is a call: each account of many has a lifetime. */
  #inFlight: InFlight<EndableCall> | undefined;
  #isClosed = false;
  #whenIdle: (() => void)[] | undefined;
  /** Cheaper to ask for each record than the signal. */
  #isEnding = false;
  #ending: AbortController | undefined;

  /**
   * @param owner - knows the requests of the calls that wait for their turn
   * @param shared - that of what the client shares with others
   */
  constructor(owner?: Waiting, shared?: Lifetime) {
    this.#owner = owner;
    this.#shared = shared;
  }

  /** Aborted when what is still in flight is ended. */
  get ending(): AbortSignal {
    if (this.#ending === undefined) {
      this.#ending = new AbortController();
      // Each call may listen to it; a warning about that would be noise.
      setMaxListeners(0, this.#ending.signal);
      if (this.#isEnding) this.#ending.abort(new ClientClosed());
    }
    return this.#ending.signal;
  }

  /** True when no further call begins. */
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

  /** A call begins. */
  begin(call: EndableCall): void {
    this.#inFlight ??= new InFlight();
    if (this.#inFlight.isEmpty) this.#shared?.begin(this);
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
      throw new AbortedError(`${aborterOf(cause)}; the request was carried out`, 'unknown', { operation, cause });
    }
    if (this.#isEnding) {
      const cause: unknown = this.ending.reason;
      throw new AbortedError(`${aborterOf(cause)}; the request was carried out`, 'unknown', { operation, cause });
    }
  }

  /** A call is over. */
  finish(call: EndableCall): void {
    this.#inFlight?.delete(call);
    call.over();
    if (this.#inFlight?.isEmpty === false) return;
    this.#stopWaiting();
    if (this.#shared === undefined) return;
    this.#shared.finish(this);
    // Nobody listens to it any more; idle accounts are to cost little.
    if (!this.#isClosed) this.#ending = undefined;
  }

  over(): void {}

  /** Ends what is in flight. */
  end(reason: Error): void {
    this.#isClosed = true;
    this.#isEnding = true;
    for (const call of this.#inFlight ?? []) call.end(reason);
    this.#ending?.abort(reason);
    // Another close() may wait for a stream that nobody reads on.
    this.#stopWaiting();
  }

  /**
   * Lets no further call begin, and waits for those that are in flight, as long as it is to be waited.
   *
   * @throws ValidationError when an option is not usable
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
