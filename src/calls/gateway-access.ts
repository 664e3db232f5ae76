import { type OptionsOf, type OptionTable, type OptionValues, readOptions, withDefaultsOf } from '../options/table.js';
import { httpTransport } from '../transport/http/http.js';
import type { Transport } from '../transport/transport.js';
import type { Interceptor } from './attempts/interceptor.js';
import type { AccessValues, AccountCallsValues } from './call-options.js';
import { type CallReporter, callReporter } from './events/events.js';
import { observeBy, retryReport } from './events/observe.js';
import { failover } from './interceptors/failover.js';
import { Limiter } from './interceptors/rate-limit.js';
import { retryUntil } from './interceptors/retry.js';
import { type CloseOptions, Lifetime, type Load } from './lifetime.js';

interface CallsInterceptors {
  readonly reporter: CallReporter | undefined;
  readonly retry: Interceptor | undefined;
  readonly observe: Interceptor | undefined;
}

export function callsInterceptors(
  { retry, onEvent, logger }: AccountCallsValues,
  closing: AbortSignal | undefined,
): CallsInterceptors {
  const reporter = callReporter({ onEvent, logger });
  return {
    reporter,
    retry: retry && retryUntil(closing, retry, reporter && retryReport(reporter)),
    observe: reporter && observeBy(reporter),
  };
}

export class GatewayAccess {
  readonly url: string;
  readonly hasOneAddress: boolean;
  readonly transport: Transport;
  readonly isBorrowed: boolean;
  readonly interceptors: readonly Interceptor[];
  readonly failover: Interceptor | undefined;
  readonly limiter: Limiter | undefined;
  readonly lifetime: Lifetime | undefined;
  readonly #isOwnTransport: boolean;
  readonly #interceptors = new WeakMap<AccountCallsValues, CallsInterceptors>();

  constructor({ url, transport, interceptors, maxConcurrency, maxPerSecond }: AccessValues, isShared: boolean) {
    this.url = url[0];
    this.hasOneAddress = url.length === 1;
    this.#isOwnTransport = transport === undefined;
    this.transport = transport ?? httpTransport({ maxSockets: maxConcurrency });
    this.isBorrowed = isShared || transport !== undefined || interceptors.length > 0;
    this.interceptors = interceptors;
    this.failover = this.hasOneAddress ? undefined : failover({ urls: url });
    if (!isShared) return;
    this.lifetime = new Lifetime();
    this.limiter = new Limiter(this.lifetime.ending, { maxConcurrency, maxPerSecond, adaptiveLimit: false });
  }

  sharedInterceptors(options: AccountCallsValues): CallsInterceptors {
    let made = this.#interceptors.get(options);
    if (made === undefined) {
      made = callsInterceptors(options, undefined);
      this.#interceptors.set(options, made);
    }
    return made;
  }

  get load(): Load {
    return this.lifetime?.load ?? { calls: 0, waiting: 0 };
  }

  async close(options: CloseOptions): Promise<void> {
    await this.lifetime?.close(options);
    if (this.#isOwnTransport) await this.transport.close?.();
  }
}

export class Accounts<T extends OptionTable, S> {
  readonly access: GatewayAccess;
  readonly #table: T;
  readonly #make: (values: OptionValues<T>) => S;
  #hasOwn = false;
  #shared: S | undefined;

  /** Accounts without own options share their settings. `accountNames` are the options that identify an account. */
  constructor(
    input: object,
    gateway: OptionTable,
    account: T,
    accountNames: readonly (keyof T & string)[],
    make: (values: OptionValues<T>) => S,
  ) {
    const defaults: Record<string, unknown> = {};
    const noting = withDefaultsOf(gateway, {}, (name, value) => {
      // Limits of the gateway are not limits of an account.
      if (name !== 'maxConcurrency' && name !== 'maxPerSecond') defaults[name] = value;
    });
    this.access = new GatewayAccess(readOptions(input, noting) as unknown as AccessValues, true);
    this.#table = withDefaultsOf(account, defaults, (name) => {
      if (!accountNames.includes(name)) this.#hasOwn = true;
    });
    this.#make = make;
  }

  /** Reads the options of an account. @throws ValidationError when one is not usable */
  read(options: OptionsOf<T>): { readonly values: OptionValues<T>; readonly settings: S } {
    this.#hasOwn = false;
    const values = readOptions(options, this.#table);
    if (this.#hasOwn) return { values, settings: this.#make(values) };
    this.#shared ??= this.#make(values);
    return { values, settings: this.#shared };
  }
}
