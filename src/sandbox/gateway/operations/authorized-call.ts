import type { Account } from '../store/account.js';
import type { AccountBook } from '../store/account-book.js';
import type { Scope } from '../store/records/access-token.js';
import type { GatewaySettings } from './settings.js';

/** One call of an operation whose credentials were right. */
export interface AuthorizedCall {
  readonly account: Account;
  readonly settings: GatewaySettings;
  /** All accounts of the gateway. */
  readonly accounts: AccountBook;
  /** The areas that the credentials are for; `undefined` for all. */
  readonly scopes: readonly Scope[] | undefined;
  /** The operation that it is, by the name of its interface; empty where nobody says. */
  readonly operation: string;
  /** The address that the request came from. */
  readonly address: string;
  /** The time of the call in milliseconds since 1970: one moment, however long it takes. */
  readonly nowMs: number;
}
