import { Accounts } from '../calls/accounts.js';
import { Calls } from '../calls/calls.js';
import type { CloseOptions, Load } from '../calls/lifetime.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { AsyncCloseable } from '../options/async-disposal.js';
import { SmsServiceHttpClient } from './client.js';
import {
  HTTP_ACCOUNT_OPTIONS,
  HTTP_GATEWAY_OPTIONS,
  type SmsServiceHttpAccountOptions,
  type SmsServiceHttpGatewayOptions,
} from './options/client-options.js';
import { Requester } from './requests/requester.js';
import { type HttpClientSettings, httpClientSettings } from './requests/settings.js';

/**
 * What many accounts of one gateway share over HTTP: its sockets, the knowledge of which of its addresses work, and
 * limits for all of their requests together. Each account has a client of its own, which costs little.
 *
 * A limit counts each attempt, and where requests have to wait for it, the accounts take turns.
 *
 * @typeParam V - the variant of the interface, which decides parameters and limits
 *
 * @example
 * ```ts
 * import { SmsServiceHttpGateway } from 'sms-service-client/http';
 *
 * const gateway = new SmsServiceHttpGateway({ url: 'https://gateway.example/', maxPerSecond: 50 });
 * const tenant = gateway.client({ token, label: 'tenant-17' });
 * await tenant.sms.send({ to: '48500100200', message: 'Hi' });
 * await gateway.close();
 * ```
 */
export class SmsServiceHttpGateway<V extends InterfaceVariant = 'current'> extends AsyncCloseable {
  readonly #accounts: Accounts<typeof HTTP_ACCOUNT_OPTIONS, HttpClientSettings>;

  /**
   * @param options - the address, the limits of all, and what is to differ from the defaults of their clients
   * @throws ValidationError when an option is missing or not usable
   */
  constructor(options: SmsServiceHttpGatewayOptions<V>) {
    super();
    const own = ['token', 'label'] as const;
    this.#accounts = new Accounts(options, HTTP_GATEWAY_OPTIONS, HTTP_ACCOUNT_OPTIONS, own, httpClientSettings);
  }

  /** The work that all clients have at present: calls that are not over, and requests that wait for their turn. */
  get load(): Load {
    return this.#accounts.access.load;
  }

  /**
   * Makes the client of an account. Closing it ends the calls of this account and no connection.
   *
   * @param options - the token, a label, and what is to differ from the options of the gateway
   * @throws ValidationError when an option is missing or not usable
   *
   * @example
   * ```ts
   * import { SmsServiceHttpGateway } from 'sms-service-client/http';
   *
   * const gateway = new SmsServiceHttpGateway({ url: 'https://gateway.example/', timeoutMs: 20_000 });
   * const tenant = gateway.client({ token, label: 'tenant-17', maxPerSecond: 5 });
   * ```
   */
  client(options: SmsServiceHttpAccountOptions): SmsServiceHttpClient<V> {
    const { values, settings } = this.#accounts.read(options);
    const calls = Calls.sharing(this.#accounts.access, settings.calls, values.label);
    // Its type is known in here alone.
    return new SmsServiceHttpClient<V>(new Requester(values.token, settings, calls) as never);
  }

  /**
   * Closes all clients: no further call begins, what is in flight is waited for or ended, the connections are closed.
   *
   * A transport that was given is its giver's to close.
   *
   * @example
   * ```ts
   * import { SmsServiceHttpGateway } from 'sms-service-client/http';
   *
   * const gateway = new SmsServiceHttpGateway({ url: 'https://gateway.example/' });
   * await gateway.close({ timeoutMs: 5000 });
   * ```
   */
  async close(options: CloseOptions = {}): Promise<void> {
    await this.#accounts.access.close(options);
  }
}
