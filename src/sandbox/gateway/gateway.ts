import type { Client } from '../../../generated/types.js';
import type { Call, GatewaySettings } from './operations/call.js';
import { HANDLERS, type Handler, type OperationName } from './operations/operations.js';
import { UnusableOption } from './operations/unusable-option.js';
import type { Account } from './store/account.js';
import type { StoreEvents } from './store/events.js';

/** The gateway without any wire: its accounts and its operations. */
export interface Gateway {
  readonly accounts: ReadonlyMap<string, Account>;
  /** Tells of what happens in the store of the accounts. */
  readonly events: StoreEvents;
  /** The current time in milliseconds since 1970. @throws UnusableOption when the clock gives no valid Date */
  nowMs(): number;
  /**
   * Brings the store to the current time: whoever listens is told of the statuses that messages have come to.
   *
   * @throws UnusableOption when the clock gives no valid Date
   */
  advance(): void;
  /** The operation of a name that the WSDL has. */
  handler(operation: string): Handler;
  /** Tells whose credentials they are (specification section 5, rule 4), for a request from an address. */
  authenticator(address: string): (client: Client | null) => Call | undefined;
}

/**
 * Makes a gateway.
 *
 * @param events - those that the accounts tell of
 */
export function makeGateway(
  accounts: ReadonlyMap<string, Account>,
  settings: GatewaySettings,
  events: StoreEvents,
): Gateway {
  const nowMs = (): number => {
    const now: unknown = settings.clock();
    if (now instanceof Date && !Number.isNaN(now.getTime())) return now.getTime();
    throw new UnusableOption('clock', 'gave no valid Date');
  };
  return {
    accounts,
    events,
    nowMs,
    advance: () => events.advance(nowMs()),
    handler: (operation) => HANDLERS[operation as OperationName],
    authenticator: (address) => (client) => {
      // The WSDL requires both fields, but a request may come without them.
      const { username, password }: Partial<Client> = client ?? {};
      const account = accounts.get(username ?? '');
      if (account === undefined || !account.accepts(password)) return undefined;
      const now = nowMs();
      events.advance(now);
      return { account, settings, address, nowMs: now };
    },
  };
}
