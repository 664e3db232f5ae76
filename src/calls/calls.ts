import { beginAt } from '../errors/callers-stack.js';
import { isSmsServiceError } from '../errors/errors.js';
import { NO_FAILURE } from './attempts/failed-attempt.js';
import type { Interceptor } from './attempts/interceptor.js';
import { labelled } from './attempts/response.js';
import { Call, type CalledOperation, Pipeline } from './call.js';
import { type AccountCallsValues, type CallOptions, type CallsValues, readCallOptions } from './call-options.js';
import { type CallReporter, safeAddress } from './events/events.js';
import { CALL_TRACING, doneReport, isTraced, limitReport, TracedStream, traced } from './events/observe.js';
import { callsInterceptors, GatewayAccess } from './gateway-access.js';
import { Limiter } from './interceptors/rate-limit.js';
import { type CloseOptions, Lifetime, type Load } from './lifetime.js';

const KEEPS_REQUESTS_APART =
  (globalThis as { readonly navigator?: { readonly userAgent?: unknown } }).navigator?.userAgent ===
  'Cloudflare-Workers';

export class Calls {
  static #lastAccount = 0;
  readonly #account: number = (Calls.#lastAccount += 1);
  readonly #label: string | undefined;
  readonly #options: AccountCallsValues;
  readonly #access: GatewayAccess;
  readonly #isOwnAccess: boolean;
  readonly #lifetime: Lifetime;
  #pipeline: Pipeline | undefined;
  #reporter: CallReporter | undefined;
  #limiter: Limiter | undefined;

  static of(options: CallsValues): Calls {
    return new Calls(options, options.label, new GatewayAccess(options, false), true);
  }

  static sharing(access: GatewayAccess, options: AccountCallsValues, label: string | undefined): Calls {
    return new Calls(options, label, access, false);
  }

  private constructor(
    options: AccountCallsValues,
    label: string | undefined,
    access: GatewayAccess,
    isOwnAccess: boolean,
  ) {
    this.#options = options;
    this.#label = label;
    this.#access = access;
    this.#isOwnAccess = isOwnAccess;
    this.#lifetime = new Lifetime(this, access.lifetime);
  }

  get url(): string {
    return this.#access.url;
  }

  get label(): string | undefined {
    return this.#label;
  }

  get isClosed(): boolean {
    return this.#lifetime.isClosed;
  }

  get waiting(): number {
    return (this.#limiter?.waiting() ?? 0) + (this.#access.limiter?.waiting(this.#account) ?? 0);
  }

  get load(): Load {
    return this.#lifetime.load;
  }

  /** Makes a call. Preparing its request is a part of the call. */
  call<R>(operation: CalledOperation, options: CallOptions | undefined, make: (call: Call) => Promise<R>): Promise<R> {
    let call: Call;
    try {
      call = this.#open(operation, options);
    } catch (error) {
      return Promise.reject(error);
    }
    const { tracing } = call;
    return tracing === undefined ? this.#made(call, make) : traced(CALL_TRACING, tracing, () => this.#made(call, make));
  }

  /** Streams the items of a response. The call starts with the first `next()`. */
  async *stream<R>(
    operation: CalledOperation,
    options: CallOptions | undefined,
    make: (call: Call) => Promise<AsyncIterable<readonly R[]>>,
  ): AsyncGenerator<R, void, undefined> {
    const { name } = operation;
    const call = this.#open(operation, options);
    const done = doneReport(this.#reporter, call, this.#label);
    const traced = call.tracing && new TracedStream(call.tracing);
    let failure: unknown = NO_FAILURE;
    try {
      // One generator for single items: a second one would double the cost per item.
      for await (const batch of traced?.batches(() => make(call)) ?? (await make(call))) {
        for (const item of batch) {
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

  #open(operation: CalledOperation, options: CallOptions | undefined): Call {
    const { name, protocol } = operation;
    this.#checkOpen(name);
    const { signal, timeoutMs = this.#options.timeoutMs } = options === undefined ? {} : readCallOptions(options, name);
    const id = Call.nextId();
    const address = this.url;
    const [account, label] = [this.#account, this.#label];
    const tracing = isTraced(CALL_TRACING)
      ? { operation: name, protocol, callId: id, label, address: safeAddress(address), attempts: 0 }
      : undefined;
    const pipeline = (this.#pipeline ??= this.#newPipeline());
    const endsItself = this.#access.isBorrowed;
    const closing = endsItself && !KEEPS_REQUESTS_APART ? this.#lifetime.ending : undefined;
    const input = { pipeline, address, operation, id, tracing, account, label, signal, timeoutMs, endsItself, closing };
    const call = new Call(input);
    this.#lifetime.begin(call);
    return call;
  }

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
    const { maxConcurrency, maxPerSecond, adaptiveLimit } = this.#options;
    const { hasOneAddress, interceptors, failover, limiter, transport } = this.#access;
    // Other requests have their own signal.
    const closing = this.#access.isBorrowed ? undefined : this.#lifetime.ending;
    const { reporter, retry, observe } = this.#isOwnAccess
      ? callsInterceptors(this.#options, closing)
      : this.#access.sharedInterceptors(this.#options);
    this.#reporter = reporter;
    const limits = { maxConcurrency, maxPerSecond, adaptiveLimit };
    this.#limiter = new Limiter(closing, limits, {
      heedsPauses: hasOneAddress,
      report: reporter && limitReport(reporter),
    });
    const all: (Interceptor | undefined)[] = [
      ...interceptors,
      retry,
      failover,
      this.#limiter.interceptor,
      limiter?.interceptor,
      // Innermost, so that events have the time of the request without its waiting.
      observe,
    ];
    return new Pipeline(
      transport,
      all.filter((one) => one !== undefined),
    );
  }
}
