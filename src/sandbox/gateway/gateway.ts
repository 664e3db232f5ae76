import type { AuthorizedCall } from './operations/authorized-call.js';
import type { GatewaySettings } from './operations/settings.js';
import { UnusableOption } from './operations/unusable-option.js';
import type { Account } from './store/account.js';
import type { StoreEvents } from './store/events.js';

/** Tells whose a call is (specification section 5). */
export type GatewayCredentials = UserCredentials | { readonly token: string };

/** A username and its password. */
interface UserCredentials {
  readonly username: string;
  /** In the form that the account expects; `undefined` where none came. */
  readonly password: string | undefined;
}

/** The gateway without any wire: its accounts, and who may use them. */
export interface Gateway {
  readonly accounts: ReadonlyMap<string, Account>;
  /** Tells of what happens in the store of the accounts. */
  readonly events: StoreEvents;
  /** The current time in milliseconds since 1970. @throws UnusableOption when the option `now` gives no valid Date */
  nowMs(): number;
  /**
   * Brings the store to the current time: whoever listens is told of the statuses that messages have come to.
   *
   * @throws UnusableOption when the option `now` gives no valid Date
   */
  advance(): void;
  /** Tells whose credentials they are, for a request from an address. */
  authorize(credentials: GatewayCredentials, address: string): AuthorizedCall | undefined;
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
    const now: unknown = settings.now();
    if (now instanceof Date && !Number.isNaN(now.getTime())) return now.getTime();
    throw new UnusableOption('now', 'gave no valid Date');
  };
  return {
    accounts,
    events,
    nowMs,
    advance: () => events.advance(nowMs()),
    authorize: (credentials, address) => {
      const account = ownerOf(credentials, accounts);
      if (account === undefined) return undefined;
      const now = nowMs();
      events.advance(now);
      return { account, settings, address, nowMs: now };
    },
  };
}

function ownerOf(credentials: GatewayCredentials, accounts: ReadonlyMap<string, Account>): Account | undefined {
  if ('token' in credentials) return [...accounts.values()].find((account) => account.hasToken(credentials.token));
  const account = accounts.get(credentials.username);
  return account?.accepts(credentials.password) === true ? account : undefined;
}
