import type { Account, AccountSettings } from './account.js';
import type { StoreEvents } from './events.js';
import type { AccessToken } from './records/access-token.js';
import type { SubUserSettings } from './records/sub-user.js';
import { SubUserAccount } from './sub-user-account.js';

/** All accounts of the gateway, with their sub-users. */
export class AccountBook {
  readonly #accounts = new Map<string, Account>();
  readonly #users = new Map<Account, Map<string, SubUserAccount>>();

  readonly #nextGroupId: () => number;
  readonly #events: StoreEvents;

  /**
   * @param accounts - those of main users
   * @param nextGroupId - gives the id of a new group
   * @param events - told of what happens to sub-users
   */
  constructor(accounts: readonly Account[], nextGroupId: () => number, events: StoreEvents) {
    this.#nextGroupId = nextGroupId;
    this.#events = events;
    for (const account of accounts) this.#accounts.set(account.username, account);
  }

  /** All accounts, those of sub-users too. */
  all(): Iterable<Account> {
    return this.#accounts.values();
  }

  /** Finds an account by its username. */
  get(username: string): Account | undefined {
    return this.#accounts.get(username);
  }

  /** Finds the account of a token. */
  ofToken(text: string): { readonly account: Account; readonly token: AccessToken } | undefined {
    for (const account of this.#accounts.values()) {
      const token = account.token(text);
      if (token !== undefined) return { account, token };
    }
    return undefined;
  }

  /** Adds a sub-user, whose name no account has yet. */
  addUser(settings: AccountSettings, subUser: SubUserSettings, main: Account): SubUserAccount {
    const user = new SubUserAccount(settings, subUser, main, this.#nextGroupId, this.#events);
    this.#accounts.set(user.username, user);
    const users = this.#users.get(main) ?? new Map<string, SubUserAccount>();
    this.#users.set(main, users.set(user.username, user));
    return user;
  }

  /** The sub-users of a main user by their names, in the order in which they were made. */
  usersOf(main: Account): ReadonlyMap<string, SubUserAccount> {
    return this.#users.get(main) ?? new Map();
  }
}
