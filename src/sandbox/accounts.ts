import { defaultSender } from '../domain/sending/limits.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { invalid } from '../options/check.js';
import { md5 } from '../redact/md5.js';
import type { NewcomerCredentials } from './gateway/gateway.js';
import { Refusal } from './gateway/refusal/refusal.js';
import { Account, type Secret } from './gateway/store/account.js';
import type { StoreEvents } from './gateway/store/events.js';
import type { ContactGroup } from './gateway/store/groups.js';
import type { SenderName } from './gateway/store/sender-names.js';
import { AccountBook, SubUserAccount, subUserAccount } from './gateway/store/sub-user-account.js';
import type { GivenAccount, GivenNewAccount, GivenSubUser, NewAccountOf } from './options/account-options.js';
import type { AddressSettings } from './options/callback-options.js';
import type { GivenGroup } from './options/group-options.js';

/** The credentials of a new account. */
export interface AddedAccount {
  readonly username: string;
  readonly password: string;
  /** For the HTTP interface. */
  readonly token: string;
}

/** The initial accounts and their defaults. */
interface AccountsSetup {
  /** The accounts of the options. */
  readonly given: readonly GivenAccount[];
  /** The variant of the interface. It determines the default sender name. */
  readonly variant: InterfaceVariant | undefined;
  /** Creates accounts for unknown credentials; `undefined` if these are refused. */
  readonly newAccounts: NewAccountOf | undefined;
}

/** The accounts of a gateway: the initial ones, and those created later. */
export class Accounts {
  readonly book: AccountBook;
  readonly #events: StoreEvents;
  readonly #setup: AccountsSetup;
  readonly #nextGroupId: () => number;
  readonly #nextName: () => number = counter(1);
  /** The settings of each main user, by username. */
  readonly #given = new Map<string, GivenAccount>();
  /** The passwords that do not come from the options, by username. */
  readonly #secrets = new Map<string, Secret>();
  /** The ids of the initial groups of each account, by username. */
  readonly #groupIds = new Map<string, readonly number[]>();

  /**
   * @param events - notified of changes
   * @throws ValidationError if a group is invalid
   */
  constructor(events: StoreEvents, setup: AccountsSetup) {
    const { given } = setup;
    this.#events = events;
    this.#setup = setup;
    this.#nextGroupId = counter(1);
    this.book = new AccountBook([], this.#nextGroupId, events);
    for (const account of given) this.#put(account);
    for (const account of given) this.#putUsers(account);
  }

  addressesOf(username: string): AddressSettings | undefined {
    return this.#given.get(username)?.callbacks;
  }

  /** The callback addresses of all accounts that have their own. */
  *addresses(): Iterable<AddressSettings> {
    for (const { callbacks } of this.#given.values()) if (callbacks !== undefined) yield callbacks;
  }

  /** Creates an account with new credentials. @throws ValidationError if a group is invalid */
  add(given: GivenNewAccount): AddedAccount {
    const number = this.#freeNumber();
    const added = { username: `account-${number}`, password: `password-${number}`, token: `token-${number}` };
    const { username, password, token } = added;
    this.#put({ ...given, username, password, tokens: [{ token, scopes: undefined }], users: [], path: 'account' });
    return added;
  }

  welcome(newcomer: NewcomerCredentials): Account | undefined {
    const { newAccounts } = this.#setup;
    if (newAccounts === undefined) return undefined;
    const who = 'token' in newcomer ? { token: newcomer.token } : { username: newcomer.username };
    const made = newAccounts(who);
    if (made === undefined) return undefined;
    if ('token' in newcomer) {
      const username = `account-${this.#freeNumber()}`;
      const tokens = [{ token: newcomer.token, scopes: undefined }];
      // An account created for a token has no password, so SOAP cannot use it.
      return this.#put({ ...made, ...IN_WORDS, username, tokens, password: '' }, NOBODY_KNOWS);
    }
    const { username, password } = newcomer;
    // Compare the password as received; it may already be a digest.
    return this.#put({ ...made, ...IN_WORDS, username, tokens: [], password }, { hash: 'none', value: password });
  }

  /**
   * Restores a main user and its sub-users to the initial state.
   *
   * @returns the usernames of all deleted and created accounts
   * @throws ValidationError if the account is not a main user
   */
  renew(username: string): ReadonlySet<string> {
    const given = this.#given.get(username);
    const account = this.book.get(username);
    if (account instanceof SubUserAccount) invalid('username', 'is that of a sub-user: its main user is reset with it');
    if (given === undefined || account === undefined) return invalid('username', 'is that of no account');
    const names = new Set([username, ...this.book.usersOf(account).keys()]);
    this.book.remove(account);
    this.#put(given, this.#secrets.get(username));
    this.#putUsers(given);
    return names;
  }

  #put(given: GivenAccount, secret?: Secret): Account {
    const { username } = given;
    this.#given.set(username, given);
    if (secret !== undefined) this.#secrets.set(username, secret);
    const options = {
      ...given,
      senders: given.senders ?? [{ name: defaultSender(this.#setup.variant), isActive: true }],
    };
    // A restored account keeps the ids of its initial groups.
    const ids = this.#groupIds.get(username);
    const again = [...(ids ?? [])];
    const nextGroupId = (): number => again.shift() ?? this.#nextGroupId();
    const account = makeAccount(options, secret, nextGroupId, this.#events);
    const made = account.groups.list().map(({ id }) => id);
    if (ids === undefined) this.#groupIds.set(username, made);
    this.book.add(account);
    return account;
  }

  #putUsers(given: GivenAccount): void {
    const main = this.book.get(given.username);
    if (main === undefined) return;
    for (const user of given.users) addUser(user, main, this.book);
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

const IN_WORDS = { users: [], path: 'newAccounts' } as const;

type WithSenders = GivenAccount & { readonly senders: readonly SenderName[] };

function makeAccount(
  { groups, password, hash, anyGroupNames, ...given }: WithSenders,
  secret: Secret | undefined,
  nextGroupId: () => number,
  events: StoreEvents,
): Account {
  const settings = {
    ...given,
    secret: secret ?? secretOf(password, hash),
  };
  const account = new Account(settings, nextGroupId, events);
  for (const group of groups) addGroup(account, group, anyGroupNames, nextGroupId);
  return account;
}

function secretOf(password: string, hash: 'none' | 'md5'): Secret {
  return { hash, value: hash === 'md5' ? md5(password) : password };
}

function addUser(user: GivenSubUser, main: Account, book: AccountBook): void {
  const { username, password, tokens, ...settings } = user;
  const own = { ...subUserAccount(username, secretOf(password, 'md5'), main), tokens };
  book.addUser(own, settings, main);
}

/** A secret that matches no password: digests are compared in lower case. */
const NOBODY_KNOWS: Secret = { hash: 'md5', value: 'NONE' };

/** @param asItIs - accepts an empty or duplicate name */
function addGroup(
  { groups }: Account,
  { name, info, numbers, path }: GivenGroup,
  asItIs: boolean,
  nextGroupId: () => number,
): void {
  let group: ContactGroup;
  try {
    group = asItIs ? groups.restore(nextGroupId(), name, info) : groups.add(name, info);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return invalid(`${path}.name`, cause.message, { cause });
  }
  for (const contact of numbers) group.add(contact);
}

/** Returns a function that counts up from a number. */
export function counter(first: number): () => number {
  let next = first;
  return () => next++;
}
