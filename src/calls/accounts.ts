import { type OptionsOf, type OptionTable, type OptionValues, readOptions, withDefaultsOf } from '../options/table.js';
import { GatewayAccess } from './access.js';
import type { WayValues } from './call-options.js';

/** The options of many accounts of one gateway: what they share, and what each has of its own or takes from that. */
export class Accounts<T extends OptionTable, S> {
  readonly access: GatewayAccess;
  readonly #table: T;
  readonly #make: (values: OptionValues<T>) => S;
  /** True where the options that are being read say more than whose they are. */
  #hasOwn = false;
  #shared: S | undefined;

  /**
   * @param gateway - the table of what is shared
   * @param account - the table of what an account has
   * @param own - the names in it that say whose it is
   * @param make - makes the settings of an account of its options; accounts that have none of their own share them
   * @throws ValidationError when an option is not usable
   */
  constructor(
    given: object,
    gateway: OptionTable,
    account: T,
    own: readonly (keyof T & string)[],
    make: (values: OptionValues<T>) => S,
  ) {
    const defaults: Record<string, unknown> = {};
    const noting = withDefaultsOf(gateway, {}, (name, value) => {
      // The limits of all are no limits of one.
      if (name !== 'maxConcurrency' && name !== 'maxPerSecond') defaults[name] = value;
    });
    this.access = new GatewayAccess(readOptions(given, noting) as unknown as WayValues, true);
    this.#table = withDefaultsOf(account, defaults, (name) => {
      if (!own.includes(name)) this.#hasOwn = true;
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
