import type { CallOptions } from '../../calls/call-options.js';
import { stacksFromCaller } from '../../errors/callers-stack.js';
import { checkBoolean, invalid, isObject } from '../../options/check.js';
import { reading } from '../../options/readable.js';
import {
  ADD_USER,
  EDIT_USER,
  GET_USER,
  LIST_USERS,
  type SUB_USER_PARAMETERS,
  type SubUser,
} from '../description/endpoints/users.js';
import type { GivenParameters, ParameterValues } from '../description/parts/endpoint.js';
import type { Requester } from '../requests/requester.js';

/** The changeable properties of a sub-user (section 4.6). */
export type SubUserChanges = GivenParameters<typeof SUB_USER_PARAMETERS, 'earlier'>;

/** A sub-user to be made (section 4.6). Flags that are left out are off. */
export type NewSubUser = SubUserChanges & {
  /** The name of the sub-user. */
  readonly username: string;
  /** Sent as its MD5 digest, unless the option `passwordHash` says otherwise. */
  readonly password: string;
};

/** The options of editing a sub-user, beside those of the call. */
export interface EditOptions extends CallOptions {
  /**
   * Sends only what is given. A gateway may then take a flag that was left out for one that is off. Default: false: the
   * sub-user is read first, and all flags and limits are sent.
   */
  readonly partial?: boolean | undefined;
}

/** The options of reading a sub-user, beside those of the call. */
export interface GetUserOptions extends CallOptions {
  /** The name is without the main user's prefix. Default: false. */
  readonly withoutPrefix?: boolean | undefined;
}

/**
 * The sub-users of an account (specification section 4.6; earlier variant).
 *
 * @example
 * ```ts
 * await earlier.users.edit('main_shop', { active: false });
 * ```
 */
export class UserRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Creates a sub-user (section 4.6). It is never repeated once it may have been carried out.
   *
   * @example
   * ```ts
   * await earlier.users.add({ username: 'shop', password: process.env.SHOP_PASSWORD ?? '', limit: 100, active: true });
   * ```
   */
  async add(user: NewSubUser, options?: CallOptions): Promise<SubUser> {
    const operation = ADD_USER.path;
    const values = this.#requester.read(ADD_USER, user, 'users.add');
    if (!values.username) invalid('username', 'is missing', { operation });
    if (!values.password) invalid('password', 'is missing', { operation });
    return this.#requester.ask(ADD_USER, values, options);
  }

  /**
   * Changes a sub-user (section 4.6): reads it first, so that a flag that was left out keeps its value, and sends all
   * flags and limits, in one call with one time limit; with `partial` only what is given is sent.
   *
   * @example
   * ```ts
   * await earlier.users.edit('main_shop', { limit: 50 });
   * ```
   */
  async edit(username: string, changes: SubUserChanges, options: EditOptions = {}): Promise<SubUser> {
    const operation = EDIT_USER.path;
    const { partial = false, ...call } = copyOf(options, operation);
    checkBoolean(partial, 'partial', operation);
    const values = this.#requester.read(EDIT_USER, changes, 'users.edit', { beside: { username } });
    if (partial) return this.#requester.ask(EDIT_USER, values, call);
    const { withoutPrefix } = values;
    const named = this.#requester.read(GET_USER, { username, withoutPrefix }, 'users.edit');
    return this.#requester.call(EDIT_USER, call, false, async (both) => {
      const before = await this.#requester.send(both, GET_USER, named, { idempotent: true });
      // Both requests share the timeout.
      both.waited();
      return this.#requester.send(both, EDIT_USER, { ...changeableOf(before), ...values });
    });
  }

  /**
   * Reads a sub-user (section 4.6).
   *
   * @throws GatewayError when there is none of that name
   *
   * @example
   * ```ts
   * const { limit, active } = await earlier.users.get('main_shop');
   * ```
   */
  async get(username: string, options: GetUserOptions = {}): Promise<SubUser> {
    const { withoutPrefix, ...call } = copyOf(options, GET_USER.path);
    const values = this.#requester.read(GET_USER, { username, withoutPrefix }, 'users.get');
    return this.#requester.ask(GET_USER, values, call);
  }

  /**
   * Lists the sub-users (section 4.6). An answer of text has only their names.
   *
   * @example
   * ```ts
   * for (const { username, active } of await earlier.users.list()) console.log(username, active);
   * ```
   */
  async list(options?: CallOptions): Promise<readonly SubUser[]> {
    return this.#requester.ask(LIST_USERS, this.#requester.read(LIST_USERS, {}, 'users.list'), options);
  }
}

function copyOf<T extends object>(options: T, operation: string): T {
  return reading('the call options', { operation }, () => {
    if (!isObject(options)) invalid('the call options', 'must be an object', { operation });
    return { ...options };
  });
}

function changeableOf({ username: _username, ...user }: SubUser): ParameterValues<typeof SUB_USER_PARAMETERS> {
  return Object.fromEntries(Object.entries(user).filter(([, value]) => value !== null));
}
