import type { CallOptions } from '../../calls/call-options.js';
import { stacksFromCaller } from '../../errors/callers-stack.js';
import { GET_POINTS, GET_PROFILE, type PointsRecord, type Profile } from '../description/endpoints/account.js';
import type { Requester } from '../requests/requester.js';

/**
 * The profile of an account (specification section 4.4).
 *
 * @example
 * ```ts
 * const { paymentType } = await http.profile.get();
 * ```
 */
export class ProfileRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Reads the profile, with the points that the account has (section 2.3).
   *
   * @throws AuthenticationError when the token is not accepted
   *
   * @example
   * ```ts
   * const { username, points } = await http.profile.get();
   * ```
   */
  async get(options?: CallOptions): Promise<Profile> {
    return this.#requester.ask(GET_PROFILE, this.#requester.read(GET_PROFILE, {}, 'profile.get'), options);
  }
}

/**
 * The points of an account (specification section 4.5; earlier variant).
 *
 * @example
 * ```ts
 * const { points } = await earlier.points.get();
 * ```
 */
export class PointsRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Reads the points (section 4.5), with `details` also the numbers of messages that they are enough for.
   *
   * @example
   * ```ts
   * const { points, proCount } = await earlier.points.get({ details: true });
   * ```
   */
  async get(order: { readonly details?: boolean | undefined } = {}, options?: CallOptions): Promise<PointsRecord> {
    return this.#requester.ask(GET_POINTS, this.#requester.read(GET_POINTS, order, 'points.get'), options);
  }
}
