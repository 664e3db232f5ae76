import { defaultSender } from '../domain/sending/limits.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { invalid } from '../options/check.js';
import { md5 } from '../redact/derived-secrets.js';
import type { NewcomerCredentials } from './gateway/gateway.js';
import { Account, type Secret } from './gateway/store/account.js';
import type { StoreEvents } from './gateway/store/events.js';
import { Refusal } from './gateway/store/refusal.js';
import { AccountBook, subUserAccount } from './gateway/store/sub-user-account.js';
import type { AccountOptions, GroupSettings, NewAccountOptions } from './options/account-options.js';
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
  readonly variant: InterfaceVariant | undefined;
  readonly newAccounts: NewAccountOptions | undefined;
}

export class Accounts {
  readonly book: AccountBook;
  readonly #events: StoreEvents;
  readonly #setup: AccountsSetup;
  readonly #nextGroupId: () => number = counter(1);
  readonly #nextName: () => number = counter(1);
  readonly #addresses = new Map<string, AddressSettings>();

  constructor(events: StoreEvents, setup: AccountsSetup) {
    this.#events = events;
    this.#setup = setup;
    this.book = new AccountBook(this.#nextGroupId, events);
    for (const options of setup.accounts) this.#create(options);
    for (const options of setup.accounts) this.#createUsers(options);
  }

  addressesOf(username: string): AddressSettings | undefined {
    return this.#addresses.get(username);
  }

  addresses(): Iterable<AddressSettings> {
    return this.#addresses.values();
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
    const { newAccounts } = this.#setup;
    if (newAccounts === undefined) return undefined;
    const common = { ...newAccounts, users: [], path: 'newAccounts' };
    if ('token' in newcomer) {
      const username = `account-${this.#freeNumber()}`;
      const tokens = [{ token: newcomer.token, scopes: undefined }];
      return this.#create({ ...common, username, tokens, password: '' }, NO_PASSWORD);
    }
    const { username, password } = newcomer;
    // Compare the password as received; it may already be a digest.
    return this.#create({ ...common, username, tokens: [], password }, { hash: 'none', value: password });
  }

  #create(options: AccountOptions, secret: Secret = secretOf(options.password, options.hash)): Account {
    const senders = options.senders ?? [{ name: defaultSender(this.#setup.variant), isActive: true }];
    const account = new Account({ ...options, senders, secret }, this.#nextGroupId, this.#events);
    for (const group of options.groups) addGroup(account, group, options.anyGroupNames);
    if (options.callbacks !== undefined) this.#addresses.set(options.username, options.callbacks);
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
