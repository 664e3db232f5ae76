import { AbortedError, CredentialsError, isSmsServiceError, TimeoutError } from '../errors/errors.js';
import { aborterOf } from '../errors/transport-errors.js';
import { checkPositive } from '../options/check.js';
import { optional, withDefault } from '../options/table.js';
import { onWaitEnd, type WaitEnd } from '../transport/time-limits.js';
import type { Call } from './call.js';

/** Options of clients whose credentials may be a function. */
export const CREDENTIALS_OPTIONS = {
  /** The most time that the function for the credentials may take, in milliseconds. Default: 10,000. */
  credentialsTimeoutMs: withDefault(10_000, checkPositive),
  /**
   * The time for which calls use what the function for the credentials has given, in milliseconds; when the gateway
   * refuses it (101, 102), the function is asked again before that, once in a call. Default: asked at every call.
   */
  credentialsTtlMs: optional(checkPositive),
};

/** Settings of {@link CallCredentials}. */
export interface CredentialsSettings<C> {
  /** The name of the option in errors. */
  readonly option: 'credentials' | 'token';
  readonly credentialsTimeoutMs: number;
  readonly credentialsTtlMs: number | undefined;
  /** @throws ValidationError if the credentials are invalid */
  readonly read: (input: unknown) => C;
  readonly isSame: (one: C, other: C) => boolean;
}

type Fetched<C> =
  | { readonly value: C }
  | { readonly problem: string; readonly isLasting: boolean; readonly cause: unknown };

interface Fetch<C> {
  readonly fetched: Promise<Fetched<C>>;
  readonly startedAt: number;
  answeredAt: number | undefined;
}

export class CallCredentials<C> {
  readonly #source: unknown;
  readonly #settings: CredentialsSettings<C>;
  readonly #fixed: C | undefined;
  #cached: Fetch<C> | undefined;

  /** @throws ValidationError if the credentials are invalid */
  constructor(source: unknown, settings: CredentialsSettings<C>) {
    this.#source = source;
    this.#settings = settings;
    this.#fixed = typeof source === 'function' ? undefined : settings.read(source);
  }

  /**
   * Makes a request of a call with the credentials. If the gateway refuses credentials of a function, the function is
   * called again and the request repeated once. Waiting for the function is a part of the call.
   *
   * @param mayRenew - returns true if the request may be repeated
   * @throws CredentialsError if the function fails, takes too long, or returns an invalid value
   * @throws AbortedError, TimeoutError if the call ends first
   */
  use<R>(call: Call, act: (credentials: C) => Promise<R>, mayRenew: () => boolean = () => true): Promise<R> {
    return this.#fixed === undefined ? this.#fetchedFor(call, act, mayRenew) : act(this.#fixed);
  }

  /** The same for a streamed response. The request is not repeated after its first batch. */
  async useForBatches<R>(
    call: Call,
    act: (credentials: C) => Promise<AsyncIterable<readonly R[]>>,
  ): Promise<AsyncIterable<readonly R[]>> {
    return this.#fixed === undefined ? this.#batches(call, act) : act(this.#fixed);
  }

  async #fetchedFor<R>(call: Call, act: (credentials: C) => Promise<R>, mayRenew: () => boolean): Promise<R> {
    const fetch = this.#fetch();
    const credentials = await this.#answer(fetch, call);
    try {
      return await act(credentials);
    } catch (error) {
      if (!mayRenew()) throw error;
      return act(await this.#renewed(credentials, fetch, call, error));
    }
  }

  async *#batches<R>(
    call: Call,
    act: (credentials: C) => Promise<AsyncIterable<readonly R[]>>,
  ): AsyncGenerator<readonly R[], void, undefined> {
    const fetch = this.#fetch();
    let credentials = await this.#answer(fetch, call);
    let hasCome = false;
    try {
      for await (const batch of await act(credentials)) {
        hasCome ||= batch.length > 0;
        yield batch;
      }
      return;
    } catch (error) {
      if (hasCome) throw error;
      credentials = await this.#renewed(credentials, fetch, call, error);
    }
    yield* await act(credentials);
  }

  #fetch(): Fetch<C> {
    const { credentialsTtlMs: ttlMs } = this.#settings;
    const cached = this.#cached;
    const isFresh = ttlMs !== undefined && (cached?.answeredAt ?? Number.POSITIVE_INFINITY) + ttlMs > performance.now();
    if (cached !== undefined && isFresh) return cached;
    const fetch: Fetch<C> = {
      fetched: this.#ask().then((fetched) => {
        fetch.answeredAt = performance.now();
        if (!('value' in fetched)) this.#forget(fetch);
        return fetched;
      }),
      startedAt: performance.now(),
      answeredAt: undefined,
    };
    if (ttlMs !== undefined) this.#cached = fetch;
    return fetch;
  }

  async #ask(): Promise<Fetched<C>> {
    let input: unknown;
    try {
      input = await (this.#source as () => unknown)();
    } catch (cause) {
      return { problem: 'failed', isLasting: false, cause };
    }
    try {
      return { value: this.#settings.read(input) };
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : '';
      return { problem: `returned an unusable value: ${why}`, isLasting: true, cause };
    }
  }

  #forget(fetch: Fetch<C>): void {
    if (this.#cached === fetch) this.#cached = undefined;
  }

  async #answer(fetch: Fetch<C>, call: Call): Promise<C> {
    if (fetch.answeredAt !== undefined) return this.#usable(await fetch.fetched, call);
    const { option, credentialsTimeoutMs } = this.#settings;
    const context = { operation: call.operation.name };
    const leftMs = fetch.startedAt + credentialsTimeoutMs - performance.now();
    const isCallsLimit = call.timeoutMs !== undefined && call.timeoutMs <= leftMs;
    let stop = (): void => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      const timeoutMs = isCallsLimit ? call.timeoutMs : Math.max(0, leftMs);
      stop = onWaitEnd({ signal: call.ending, timeoutMs }, (end) => {
        if (end !== 'timeout' || isCallsLimit) return reject(endOf(end, call, option));
        // The next call starts a new fetch.
        this.#forget(fetch);
        const what = `the function for the ${option} took longer than ${credentialsTimeoutMs} ms; nothing was sent`;
        reject(new CredentialsError(what, true, context));
      });
    });
    try {
      return this.#usable(await Promise.race([fetch.fetched, ended]), call);
    } finally {
      call.waited();
      stop();
    }
  }

  #usable(fetched: Fetched<C>, { operation }: Call): C {
    if ('value' in fetched) return fetched.value;
    const { problem, isLasting, cause } = fetched;
    const what = `the function for the ${this.#settings.option} ${problem}; nothing was sent`;
    throw new CredentialsError(what, !isLasting, { operation: operation.name, cause });
  }

  async #renewed(refused: C, fetch: Fetch<C>, call: Call, refusal: unknown): Promise<C> {
    const { credentialsTtlMs, isSame } = this.#settings;
    const isRefused = isSmsServiceError(refusal) && refusal.code === 'AUTHENTICATION';
    if (credentialsTtlMs === undefined || !isRefused) throw refusal;
    this.#forget(fetch);
    let others: C;
    try {
      others = await this.#answer(this.#fetch(), call);
    } catch {
      throw refusal;
    }
    if (isSame(others, refused)) throw refusal;
    return others;
  }
}

function endOf(end: WaitEnd, call: Call, option: string): Error {
  const { ending, timeoutMs = 0, operation } = call;
  const context = { operation: operation.name };
  if (end === 'timeout') {
    const what = `fetching the ${option} took longer than ${timeoutMs} ms; nothing was sent`;
    return new TimeoutError(what, timeoutMs, 'not-sent', context);
  }
  const cause: unknown = ending.reason;
  return new AbortedError(`${aborterOf(cause)}; nothing was sent`, 'not-sent', { ...context, cause });
}
