import { type OptionsOf, type OptionTable, type OptionValues, readOptions, withDefaultsOf } from '../options/table.js';
import { GatewayAccess } from './access.js';
import type { WayValues } from './call-options.js';

/** The options of many accounts of one gateway: what they share, and what each has of its own or takes from that. */
export class Accounts<T extends OptionTable, S> {
  readonly access: GatewayAccess;
  readonly #table: T;
  readonly #names: readonly string[];
  readonly #make: (values: OptionValues<T>) => S;
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
    const values = readOptions(given, gateway) as unknown as WayValues;
    this.access = new GatewayAccess(values, true);
    // The limits of all are no limits of one.
    const { maxConcurrency: _most, maxPerSecond: _perSecond, ...defaults } = given as Readonly<Record<string, unknown>>;
    this.#table = withDefaultsOf(account, defaults);
    this.#names = Object.keys(account).filter((name) => !own.includes(name));
    this.#make = make;
  }

  /** Reads the options of an account. @throws ValidationError when one is not usable */
  read(options: OptionsOf<T>): { readonly values: OptionValues<T>; readonly settings: S } {
    const values = readOptions(options, this.#table);
    const given = options as Readonly<Record<string, unknown>>;
    if (this.#names.some((name) => given[name] !== undefined)) return { values, settings: this.#make(values) };
    this.#shared ??= this.#make(values);
    return { values, settings: this.#shared };
  }
}
