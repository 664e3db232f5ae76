import { Calls } from '../calls/calls.js';
import { Accounts } from '../calls/gateway-access.js';
import type { CloseOptions, Load } from '../calls/lifetime.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { AsyncCloseable } from '../options/async-disposal.js';
import { SmsServiceHttpClient } from './client.js';
import {
  HTTP_ACCOUNT_OPTIONS,
  HTTP_GATEWAY_OPTIONS,
  type SmsServiceHttpAccountOptions,
  type SmsServiceHttpGatewayOptions,
} from './requests/client-options.js';
import { type HttpClientSettings, httpClientSettings, Requester } from './requests/requester.js';

/**
 * The shared part of many accounts of one gateway over HTTP: connections, the state of its addresses, and limits for
 * all requests together. Each account has its own small client.
 *
 * Limits count attempts. Waiting requests of the accounts are served in turn.
 *
 * @typeParam V - the variant of the interface, which determines parameters and limits
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
   * @param options - the address, the shared limits, and defaults for the clients
   * @throws ValidationError if an option is missing or invalid
   */
  constructor(options: SmsServiceHttpGatewayOptions<V>) {
    super();
    const accountNames = ['token', 'label'] as const;
    this.#accounts = new Accounts(
      options,
      HTTP_GATEWAY_OPTIONS,
      HTTP_ACCOUNT_OPTIONS,
      accountNames,
      httpClientSettings,
    );
  }

  /** The work that all clients have at present: calls that are not over, and requests that wait for their turn. */
  get load(): Load {
    return this.#accounts.access.load;
  }

  /**
   * Creates the client of an account. Closing it ends the calls of this account, but closes no connection.
   *
   * @param options - the token, a label, and options that differ from those of the gateway
   * @throws ValidationError if an option is missing or invalid
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
   * Closes all clients: no further call begins, running calls are finished or aborted, and connections are closed.
   *
   * A transport that was passed in stays open.
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
