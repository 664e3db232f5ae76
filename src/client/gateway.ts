import { Accounts } from '../calls/accounts.js';
import { Calls } from '../calls/calls.js';
import type { CloseOptions, Load } from '../calls/lifetime.js';
import { AsyncCloseable } from '../options/async-disposal.js';
import { SmsServiceClient } from './client.js';
import {
  ACCOUNT_OPTIONS,
  Account,
  type ClientSettings,
  clientSettings,
  GATEWAY_OPTIONS,
  type SmsServiceAccountOptions,
  type SmsServiceGatewayOptions,
} from './client-options.js';

/**
 * What many accounts of one gateway share: its sockets, the knowledge of which of its addresses work, and limits for
 * all of their requests together. Each account has a client of its own, which costs little.
 *
 * A limit counts each attempt, and where requests have to wait for it, the accounts take turns.
 *
 * @example
 * ```ts
 * import { SmsServiceGateway } from 'sms-service-client';
 *
 * const gateway = new SmsServiceGateway({ url, maxPerSecond: 50 });
 * const tenant = gateway.client({ credentials, label: 'tenant-17' });
 * console.log(await tenant.checkPoints());
 * await gateway.close();
 * ```
 */
export class SmsServiceGateway extends AsyncCloseable {
  readonly #accounts: Accounts<typeof ACCOUNT_OPTIONS, ClientSettings>;

  /**
   * @param options - the address, the limits of all, and what is to differ from the defaults of their clients
   * @throws ValidationError when an option is missing or not usable
   */
  constructor(options: SmsServiceGatewayOptions) {
    super();
    const own = ['credentials', 'label'] as const;
    this.#accounts = new Accounts(options, GATEWAY_OPTIONS, ACCOUNT_OPTIONS, own, clientSettings);
  }

  /** The work that all clients have at present: calls that are not over, and requests that wait for their turn. */
  get load(): Load {
    return this.#accounts.access.load;
  }

  /**
   * Makes the client of an account. Closing it ends the calls of this account and no connection.
   *
   * @param options - the credentials, a label, and what is to differ from the options of the gateway
   * @throws ValidationError when an option is missing or not usable
   *
   * @example
   * ```ts
   * import { SmsServiceGateway } from 'sms-service-client';
   *
   * const gateway = new SmsServiceGateway({ url, timeoutMs: 20_000 });
   * const tenant = gateway.client({ credentials, label: 'tenant-17', maxPerSecond: 5 });
   * ```
   */
  client(options: SmsServiceAccountOptions): SmsServiceClient {
    const { values, settings } = this.#accounts.read(options);
    const { credentials, label } = values;
    const calls = Calls.sharing(this.#accounts.access, settings.calls, label);
    // Its type is known in here alone.
    return new SmsServiceClient(new Account(credentials, settings, calls) as never);
  }

  /**
   * Closes all clients: no further call begins, what is in flight is waited for or ended, the connections are closed.
   *
   * A transport that was given is its giver's to close.
   *
   * @example
   * ```ts
   * import { SmsServiceGateway } from 'sms-service-client';
   *
   * const gateway = new SmsServiceGateway({ url });
   * await gateway.close({ timeoutMs: 5000 });
   * ```
   */
  async close(options: CloseOptions = {}): Promise<void> {
    await this.#accounts.access.close(options);
  }
}
