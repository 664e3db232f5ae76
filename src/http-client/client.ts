import type { CloseOptions, Load } from '../calls/lifetime.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { AsyncCloseable } from '../options/async-disposal.js';
import { PointsRequests, ProfileRequests } from './groups/account.js';
import { HlrRequests } from './groups/hlr.js';
import { MmsRequests, VmsRequests } from './groups/mms-vms.js';
import { SenderRequests } from './groups/senders.js';
import { SmsRequests } from './groups/sms.js';
import { UserRequests } from './groups/users.js';
import type { SmsServiceHttpClientOptions } from './requests/client-options.js';
import { Requester } from './requests/requester.js';

type Earlier<V extends InterfaceVariant, Requests> = V extends 'earlier' ? Requests : never;

/**
 * The client for the HTTP interface of the gateway (specification sections 4.1 to 4.8): messages, the account, sub-
 * users, sender names and lookups.
 *
 * Every method rejects only with a `SmsServiceError`, whose `outcome` states whether the request was executed. Every
 * method accepts `{ signal, timeoutMs }` as its last argument.
 *
 * @typeParam V - the variant of the interface, which determines parameters and limits
 *
 * @example
 * ```ts
 * const http = new SmsServiceHttpClient({ url: 'https://gateway.example/', token });
 * const { messages } = await http.sms.send({ to: '48500100200', message: 'Hi' });
 * await http.close();
 * ```
 */
export class SmsServiceHttpClient<V extends InterfaceVariant = 'current'> extends AsyncCloseable {
  /** SMS (section 4.1). */
  readonly sms: SmsRequests<V>;
  /** Multimedia messages (section 4.2). */
  readonly mms: MmsRequests;
  /** Voice messages (section 4.3). */
  readonly vms: VmsRequests;
  /** The profile (section 4.4). */
  readonly profile: ProfileRequests;
  /** The points (section 4.5). */
  readonly points: Earlier<V, PointsRequests>;
  /** Sub-users (section 4.6). */
  readonly users: Earlier<V, UserRequests>;
  /** Sender names (section 4.7). */
  readonly senders: Earlier<V, SenderRequests>;
  /** Lookups of numbers (section 4.8). */
  readonly hlr: Earlier<V, HlrRequests>;
  readonly #requester: Requester;

  /**
   * @param options - the address, the token, and options that differ from the defaults
   * @throws ValidationError if an option is missing or invalid
   */
  constructor(options: SmsServiceHttpClientOptions<V>) {
    super();
    const requester = Requester.isOne(options) ? options : Requester.of(options);
    this.#requester = requester;
    this.sms = new SmsRequests(requester);
    this.mms = new MmsRequests(requester);
    this.vms = new VmsRequests(requester);
    this.profile = new ProfileRequests(requester);
    // The type depends on the variant. At run time, each request checks it.
    this.points = new PointsRequests(requester) as Earlier<V, PointsRequests>;
    this.users = new UserRequests(requester) as Earlier<V, UserRequests>;
    this.senders = new SenderRequests(requester) as Earlier<V, SenderRequests>;
    this.hlr = new HlrRequests(requester) as Earlier<V, HlrRequests>;
  }

  /** The work that the client has at present: calls that are not over, and requests that wait for their turn. */
  get load(): Load {
    return this.#requester.load;
  }

  /**
   * Finishes or aborts running calls; no further call begins.
   *
   * @example
   * ```ts
   * await http.close({ timeoutMs: 5000 });
   * ```
   */
  async close(options: CloseOptions = {}): Promise<void> {
    await this.#requester.close(options);
  }
}

type GroupsOf<C> = {
  readonly [K in Exclude<keyof C & string, 'load' | 'close'> as [C[K]] extends [never] ? never : K]: Pick<
    C[K],
    keyof C[K]
  >;
};

/**
 * The methods of {@link SmsServiceHttpClient}, for programs that take a client and for tests that give them another: an
 * object that has them is one, without a cast. Who needs less asks for less: `Pick<SmsServiceHttpApi, 'sms'>`.
 *
 * @example
 * ```ts
 * import type { SmsServiceHttpApi } from 'sms-service-client/http';
 *
 * async function welcome(http: { sms: Pick<SmsServiceHttpApi['sms'], 'send'> }, to: string): Promise<number> {
 *   return (await http.sms.send({ to, message: 'Welcome' })).count;
 * }
 * ```
 */
export type SmsServiceHttpApi<V extends InterfaceVariant = 'current'> = GroupsOf<SmsServiceHttpClient<V>> &
  Pick<SmsServiceHttpClient<V>, 'close'>;
