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

  readonly #byToken = new Map<string, { readonly account: Account; readonly token: AccessToken }>();

  /**
   * @param accounts - those of main users
   * @param nextGroupId - gives the id of a new group
   * @param events - told of what happens to sub-users
   */
  constructor(accounts: readonly Account[], nextGroupId: () => number, events: StoreEvents) {
    this.#nextGroupId = nextGroupId;
    this.#events = events;
    for (const account of accounts) this.add(account);
  }

  /** Adds an account, whose name and tokens no account has yet; after a `remove()` of that name in the old place. */
  add(account: Account): void {
    this.#accounts.set(account.username, account);
    for (const token of account.tokens) this.#byToken.set(token.token, { account, token });
  }

  /** Takes a main user out, with its sub-users; its place is kept for the next of its name. */
  remove(main: Account): void {
    for (const user of this.usersOf(main).values()) {
      this.#accounts.delete(user.username);
      for (const { token } of user.tokens) this.#byToken.delete(token);
    }
    this.#users.delete(main);
    for (const { token } of main.tokens) this.#byToken.delete(token);
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
    return this.#byToken.get(text);
  }

  /** Adds a sub-user, whose name no account has yet. */
  addUser(settings: AccountSettings, subUser: SubUserSettings, main: Account): SubUserAccount {
    const user = new SubUserAccount(settings, subUser, main, this.#nextGroupId, this.#events);
    this.add(user);
    const users = this.#users.get(main) ?? new Map<string, SubUserAccount>();
    this.#users.set(main, users.set(user.username, user));
    return user;
  }

  /** The sub-users of a main user by their names, in the order in which they were made. */
  usersOf(main: Account): ReadonlyMap<string, SubUserAccount> {
    return this.#users.get(main) ?? new Map();
  }
}
