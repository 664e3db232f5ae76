import { beginAt } from '../errors/callers-stack.js';
import { isSmsServiceError } from '../errors/errors.js';
import { callsInterceptors, GatewayAccess } from './access.js';
import { Call, type CalledOperation } from './call.js';
import { type CallOptions, type CallsValues, type OwnCallsValues, readCallOptions } from './call-options.js';
import { doneReport } from './done-report.js';
import { type CallReporter, safeAddress } from './interceptors/events.js';
import { NO_FAILURE } from './interceptors/failed-attempt.js';
import type { Interceptor } from './interceptors/interceptor.js';
import { Limiter } from './interceptors/limit/rate-limit.js';
import { limitReport } from './interceptors/limit/reported-limits.js';
import { type CloseOptions, Lifetime, type Load } from './lifetime.js';
import { Pipeline } from './pipeline.js';
import { labelled } from './response/error-response.js';
import { loadFailures } from './response/load-failures.js';
import { CALL_TRACING, isTraced, TracedStream, traced } from './telling/tracing.js';

/** Tells whether this is workerd, where a request cannot use a signal that was made in another, as it names itself. */
const KEEPS_REQUESTS_APART =
  (globalThis as { readonly navigator?: { readonly userAgent?: unknown } }).navigator?.userAgent ===
  'Cloudflare-Workers';

/**
 * The calls of a client, whatever it speaks: repeated where they may be, sent to the address that works, within the
 * limits, observed, and ended when the client is closed.
 */
export class Calls {
  static #lastAccount = 0;
  readonly #account: number = (Calls.#lastAccount += 1);
  readonly #label: string | undefined;
  readonly #options: OwnCallsValues;
  readonly #access: GatewayAccess;
  readonly #isOwnAccess: boolean;
  readonly #lifetime: Lifetime;
  /** Made when there is a call: many an account of a gateway has none. */
  #pipeline: Pipeline | undefined;
  #reporter: CallReporter | undefined;
  #limiter: Limiter | undefined;

  /** Makes those of a client that has a gateway for itself. @param options - as they were read by `CALLS_OPTIONS` */
  static of(options: CallsValues): Calls {
    return new Calls(options, options.label, new GatewayAccess(options, false), true);
  }

  /** Makes those of an account that shares the way to its gateway. */
  static sharing(access: GatewayAccess, options: OwnCallsValues, label: string | undefined): Calls {
    return new Calls(options, label, access, false);
  }

  private constructor(options: OwnCallsValues, label: string | undefined, access: GatewayAccess, isOwnAccess: boolean) {
    this.#options = options;
    this.#label = label;
    this.#access = access;
    this.#isOwnAccess = isOwnAccess;
    this.#lifetime = new Lifetime(this, access.lifetime);
  }

  /** The preferred address. */
  get url(): string {
    return this.#access.url;
  }

  /** The name of the account. */
  get label(): string | undefined {
    return this.#label;
  }

  /** True when no further call begins. */
  get isClosed(): boolean {
    return this.#lifetime.isClosed;
  }

  /** The number of requests that wait for their turn. */
  get waiting(): number {
    return (this.#limiter?.waiting() ?? 0) + (this.#access.limiter?.waiting(this.#account) ?? 0);
  }

  /** The work that there is at present. */
  get load(): Load {
    return this.#lifetime.load;
  }

  /**
   * Makes a call: what `make` does to prepare its request, and waits for, is a part of it.
   *
   * @throws ConnectionError when the client is closed
   */
  call<R>(operation: CalledOperation, options: CallOptions, make: (call: Call) => Promise<R>): Promise<R> {
    let call: Call;
    try {
      call = this.#open(operation, options);
    } catch (error) {
      return Promise.reject(error);
    }
    const { tracing } = call;
    return tracing === undefined ? this.#made(call, make) : traced(CALL_TRACING, tracing, () => this.#made(call, make));
  }

  /**
   * Makes a call whose response is read as it arrives, and gives out its items. Nothing happens before the first one is
   * asked for.
   *
   * @param make - gives the items in batches, as they have come
   */
  async *stream<R>(
    operation: CalledOperation,
    options: CallOptions,
    make: (call: Call) => Promise<AsyncIterable<readonly R[]>>,
  ): AsyncGenerator<R, void, undefined> {
    const { name } = operation;
    const call = this.#open(operation, options);
    const done = doneReport(this.#reporter, call, this.#label);
    const traced = call.tracing && new TracedStream(call.tracing);
    let failure: unknown = NO_FAILURE;
    try {
      // One generator hands out the single items: each further one around it would cost as much as reading them.
      for await (const batch of traced?.batches(() => make(call)) ?? (await make(call))) {
        for (const item of batch) {
          // Nothing is given out after the end, even if it has arrived already.
          this.#lifetime.check(name, call.signal);
          yield item;
        }
      }
      this.#lifetime.check(name, call.signal);
    } catch (error) {
      if (isSmsServiceError(error)) beginAt(error, this.stream);
      failure = this.#ofAccount(error);
      traced?.failed(failure);
      throw failure;
    } finally {
      this.#lifetime.finish(call);
      done?.(failure);
      traced?.over();
    }
  }

  /** Waits for what is in flight, or ends it; no further call begins. */
  async close(options: CloseOptions): Promise<void> {
    await this.#lifetime.close(options);
    if (this.#isOwnAccess) await this.#access.close({});
  }

  async #made<R>(call: Call, make: (call: Call) => Promise<R>): Promise<R> {
    const done = doneReport(this.#reporter, call, this.#label);
    let failure: unknown = NO_FAILURE;
    try {
      return await make(call);
    } catch (error) {
      failure = this.#ofAccount(error);
      throw failure;
    } finally {
      this.#lifetime.finish(call);
      done?.(failure);
    }
  }

  #open(operation: CalledOperation, options: CallOptions): Call {
    const { name, protocol } = operation;
    this.#checkOpen(name);
    const { signal, timeoutMs = this.#options.timeoutMs } = readCallOptions(options, name);
    const id = Call.nextId();
    const address = this.url;
    const [account, label] = [this.#account, this.#label];
    const tracing = isTraced(CALL_TRACING)
      ? { operation: name, protocol, callId: id, label, address: safeAddress(address), attempts: 0 }
      : undefined;
    const pipeline = (this.#pipeline ??= this.#newPipeline());
    const endsItself = this.#access.isBorrowed;
    const closing = endsItself && !KEEPS_REQUESTS_APART ? this.#lifetime.ending : undefined;
    const given = { pipeline, address, operation, id, tracing, account, label, signal, timeoutMs, endsItself, closing };
    const call = new Call(given);
    this.#lifetime.begin(call);
    return call;
  }

  /** The error of a call, which names the account. */
  #ofAccount(error: unknown): unknown {
    return labelled(error, this.#label);
  }

  #checkOpen(operation: string): void {
    try {
      this.#lifetime.checkOpen(operation);
    } catch (error) {
      throw this.#ofAccount(error);
    }
  }

  #newPipeline(): Pipeline {
    loadFailures();
    const { maxConcurrency, maxPerSecond, adaptiveLimit } = this.#options;
    const { hasOneAddress, interceptors, failover, limiter, transport } = this.#access;
    // Other requests end with a signal of their own.
    const closing = this.#access.isBorrowed ? undefined : this.#lifetime.ending;
    const { reporter, retry, observe } = this.#isOwnAccess
      ? callsInterceptors(this.#options, closing)
      : this.#access.sharedInterceptors(this.#options);
    this.#reporter = reporter;
    const limits = { maxConcurrency, maxPerSecond, adaptiveLimit };
    this.#limiter = new Limiter(closing, limits, { heedsPauses: hasOneAddress, report: limitReport(reporter) });
    const all: (Interceptor | undefined)[] = [
      ...interceptors,
      retry,
      failover,
      this.#limiter.interceptor,
      limiter?.interceptor,
      // Innermost, so that what is told of is what happens: a request that begins, and how long the gateway takes.
      observe,
    ];
    return new Pipeline(
      transport,
      all.filter((one) => one !== undefined),
    );
  }
}
