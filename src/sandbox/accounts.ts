import { defaultSender } from '../domain/sending/limits.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { invalid } from '../options/check.js';
import { md5 } from '../redact/derived-secrets.js';
import type { NewcomerCredentials } from './gateway/gateway.js';
import { Account, type Secret } from './gateway/store/account.js';
import type { StoreEvents } from './gateway/store/events.js';
import { Refusal } from './gateway/store/refusal.js';
import { AccountBook, SubUserAccount, subUserAccount } from './gateway/store/sub-user-account.js';
import type { AccountOptions, GroupSettings, NewAccountOf, NewAccountOptions } from './options/account-options.js';
import type { AddressSettings } from './options/callback-options.js';

/** The credentials of a new account. */
export interface AddedAccount {
  readonly username: string;
  readonly password: string;
  /** For the HTTP interface. */
  readonly token: string;
}

interface AccountsSetup {
  readonly accounts: readonly AccountOptions[];
  /** The variant of the interface. It determines the default sender name. */
  readonly variant: InterfaceVariant | undefined;
  /** Creates accounts for unknown credentials; `undefined` if these are refused. */
  readonly newAccounts: NewAccountOf | undefined;
}

interface InitialAccount {
  readonly options: AccountOptions;
  readonly secret: Secret;
  readonly groupIds: readonly number[];
}

export class Accounts {
  readonly book: AccountBook;
  readonly #events: StoreEvents;
  readonly #setup: AccountsSetup;
  readonly #nextGroupId: () => number = counter(1);
  readonly #nextName: () => number = counter(1);
  readonly #initial = new Map<string, InitialAccount>();

  /** @throws ValidationError if a group is invalid */
  constructor(events: StoreEvents, setup: AccountsSetup) {
    this.#events = events;
    this.#setup = setup;
    this.book = new AccountBook(this.#nextGroupId, events);
    for (const options of setup.accounts) this.#create(options);
    for (const options of setup.accounts) this.#createUsers(options);
  }

  addressesOf(username: string): AddressSettings | undefined {
    return this.#initial.get(username)?.options.callbacks;
  }

  *addresses(): Iterable<AddressSettings> {
    for (const { options } of this.#initial.values()) if (options.callbacks !== undefined) yield options.callbacks;
  }

  /** Creates an account with new credentials. @throws ValidationError if a group is invalid */
  add(options: NewAccountOptions): AddedAccount {
    const number = this.#freeNumber();
    const added = { username: `account-${number}`, password: `password-${number}`, token: `token-${number}` };
    const { username, password, token } = added;
    this.#create({
      ...options,
      username,
      password,
      tokens: [{ token, scopes: undefined }],
      users: [],
      path: 'account',
    });
    return added;
  }

  createFor(newcomer: NewcomerCredentials): Account | undefined {
    const isToken = 'token' in newcomer;
    const options = this.#setup.newAccounts?.(isToken ? { token: newcomer.token } : { username: newcomer.username });
    if (options === undefined) return undefined;
    const common = { ...options, users: [], path: 'newAccounts' };
    if (isToken) {
      const username = `account-${this.#freeNumber()}`;
      const tokens = [{ token: newcomer.token, scopes: undefined }];
      return this.#create({ ...common, username, tokens, password: '' }, NO_PASSWORD);
    }
    const { username, password } = newcomer;
    // Compare the password as received; it may already be a digest.
    return this.#create({ ...common, username, tokens: [], password }, { hash: 'none', value: password });
  }

  /**
   * Restores a main user and its sub-users to the initial state.
   *
   * @throws ValidationError if the account is not a main user
   */
  restore(username: string): ReadonlySet<string> {
    const account = this.book.get(username);
    if (account instanceof SubUserAccount) invalid('username', 'is a sub-user: reset its main user instead');
    const initial = this.#initial.get(username);
    if (initial === undefined || account === undefined) return invalid('username', 'no account has this name');
    const names = new Set([username, ...this.book.usersOf(account).keys()]);
    this.book.remove(account);
    this.#create(initial.options, initial.secret, initial.groupIds);
    this.#createUsers(initial.options);
    return names;
  }

  /** @param groupIds - the ids of the first groups. Default: new ones */
  #create(
    options: AccountOptions,
    secret: Secret = secretOf(options.password, options.hash),
    groupIds: readonly number[] = [],
  ): Account {
    const senders = options.senders ?? [{ name: defaultSender(this.#setup.variant), isActive: true }];
    const ids = [...groupIds];
    const nextGroupId = (): number => ids.shift() ?? this.#nextGroupId();
    const account = new Account({ ...options, senders, secret }, nextGroupId, this.#events);
    for (const group of options.groups) addGroup(account, group, options.anyGroupNames);
    this.#initial.set(options.username, { options, secret, groupIds: account.groups.list().map(({ id }) => id) });
    this.book.add(account);
    return account;
  }

  #createUsers({ username: mainName, users }: AccountOptions): void {
    const main = this.book.get(mainName);
    if (main === undefined) return;
    for (const { username, password, tokens, ...subUser } of users) {
      const settings = { ...subUserAccount(username, secretOf(password, 'md5'), main), tokens };
      this.book.addUser(settings, subUser, main);
    }
  }

  #freeNumber(): number {
    for (;;) {
      const number = this.#nextName();
      const isTaken =
        this.book.get(`account-${number}`) !== undefined || this.book.ofToken(`token-${number}`) !== undefined;
      if (!isTaken) return number;
    }
  }
}

function secretOf(password: string, hash: 'none' | 'md5'): Secret {
  return { hash, value: hash === 'md5' ? md5(password) : password };
}

/** A secret that matches no password: digests are compared in lower case. SOAP cannot use such an account. */
const NO_PASSWORD: Secret = { hash: 'md5', value: 'NONE' };

function addGroup({ groups }: Account, { name, info, numbers, path }: GroupSettings, anyName: boolean): void {
  try {
    const group = anyName ? groups.addUnchecked(name, info) : groups.add(name, info);
    for (const contact of numbers) group.add(contact);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    invalid(`${path}.name`, cause.message, { cause });
  }
}

export function counter(first: number): () => number {
  let next = first;
  return () => next++;
}
