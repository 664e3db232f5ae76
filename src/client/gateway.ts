import { Calls } from '../calls/calls.js';
import { Accounts } from '../calls/gateway-access.js';
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
 * The shared part of many accounts of one gateway: connections, the state of its addresses, and limits for all requests
 * together. Each account has its own small client.
 *
 * Limits count attempts. Waiting requests of the accounts are served in turn.
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
   * @param options - the address, the shared limits, and defaults for the clients
   * @throws ValidationError if an option is missing or invalid
   */
  constructor(options: SmsServiceGatewayOptions) {
    super();
    const accountNames = ['credentials', 'label'] as const;
    this.#accounts = new Accounts(options, GATEWAY_OPTIONS, ACCOUNT_OPTIONS, accountNames, clientSettings);
  }

  /** The work that all clients have at present: calls that are not over, and requests that wait for their turn. */
  get load(): Load {
    return this.#accounts.access.load;
  }

  /**
   * Creates the client of an account. Closing it ends the calls of this account, but closes no connection.
   *
   * @param options - the credentials, a label, and options that differ from those of the gateway
   * @throws ValidationError if an option is missing or invalid
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
   * Closes all clients: no further call begins, running calls are finished or aborted, and connections are closed.
   *
   * A transport that was passed in stays open.
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
