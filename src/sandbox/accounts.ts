import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { defaultSender } from '../domain/sending/senders.js';
import { invalid } from '../options/check.js';
import { md5 } from '../redact/md5.js';
import type { NewcomerCredentials } from './gateway/gateway.js';
import { Refusal } from './gateway/refusal/refusal.js';
import { Account, type Secret } from './gateway/store/account.js';
import { AccountBook } from './gateway/store/account-book.js';
import type { StoreEvents } from './gateway/store/events.js';
import type { ContactGroup } from './gateway/store/groups.js';
import type { SenderName } from './gateway/store/sender-names.js';
import { SubUserAccount, subUserAccount } from './gateway/store/sub-user-account.js';
import type { GivenAccount, GivenSubUser } from './options/account-options.js';
import type { GivenAddresses } from './options/callback-options.js';
import type { GivenGroup } from './options/group-options.js';
import type { GivenNewAccount, NewAccountOf } from './options/new-account-options.js';
import { counter } from './sources/counter.js';

/** The credentials of an account that was made. */
export interface AddedAccount {
  readonly username: string;
  readonly password: string;
  /** For the HTTP interface. */
  readonly token: string;
}

/** What accounts are made of. */
interface AccountsSetup {
  /** Those that are there from the start. */
  readonly given: readonly GivenAccount[];
  /** Of the interface, which decides the default sender name. */
  readonly variant: InterfaceVariant | undefined;
  /** Gives the accounts of those who are not known; `undefined` where they are refused. */
  readonly newAccounts: NewAccountOf | undefined;
}

/** The accounts of a gateway: those that it has from the start, and those that are made later. */
export class Accounts {
  readonly book: AccountBook;
  readonly #events: StoreEvents;
  readonly #setup: AccountsSetup;
  readonly #nextGroupId: () => number;
  readonly #nextName: () => number = counter(1);
  /** What each main user is made of, by username. */
  readonly #given = new Map<string, GivenAccount>();
  /** The passwords that came in another way than by the options, by username. */
  readonly #secrets = new Map<string, Secret>();
  /** The ids of the groups that an account is made with, by its username. */
  readonly #groupIds = new Map<string, readonly number[]>();

  /**
   * @param events - told of what happens to them
   * @throws ValidationError for a group that cannot be made
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

  /** The addresses for callbacks of an account, where it has its own. */
  addressesOf(username: string): GivenAddresses | undefined {
    return this.#given.get(username)?.callbacks;
  }

  /** All such addresses. */
  *addresses(): Iterable<GivenAddresses> {
    for (const { callbacks } of this.#given.values()) if (callbacks !== undefined) yield callbacks;
  }

  /** Makes an account with credentials of its own. @throws ValidationError for a group that cannot be made */
  add(given: GivenNewAccount): AddedAccount {
    const number = this.#freeNumber();
    const added = { username: `account-${number}`, password: `password-${number}`, token: `token-${number}` };
    const { username, password, token } = added;
    this.#put({ ...given, username, password, tokens: [{ token, scopes: undefined }], users: [], path: 'account' });
    return added;
  }

  /** Makes the account of credentials that nobody has. @throws UnusableOption */
  welcome(newcomer: NewcomerCredentials): Account | undefined {
    const { newAccounts } = this.#setup;
    if (newAccounts === undefined) return undefined;
    const who = 'token' in newcomer ? { token: newcomer.token } : { username: newcomer.username };
    const made = newAccounts(who);
    if (made === undefined) return undefined;
    if ('token' in newcomer) {
      const username = `account-${this.#freeNumber()}`;
      const tokens = [{ token: newcomer.token, scopes: undefined }];
      // A text that nobody has: SOAP knows it by no password.
      return this.#put({ ...made, ...IN_WORDS, username, tokens, password: '' }, NOBODY_KNOWS);
    }
    const { username, password } = newcomer;
    // The password as it came, whatever was done to it before.
    return this.#put({ ...made, ...IN_WORDS, username, tokens: [], password }, { hash: 'none', value: password });
  }

  /**
   * Makes a main user as it was at the start, with its sub-users.
   *
   * @returns the names of all that are gone or new by that
   * @throws ValidationError for what is no main user
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
    // An account that is made again has the groups that it had, by their ids.
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

/** What an account that was made for somebody has besides. */
const IN_WORDS = { users: [], path: 'newAccounts' } as const;

type WithSenders = GivenAccount & { readonly senders: readonly SenderName[] };

function makeAccount(
  { groups, password, hash, userPrefix, anyGroupNames, ...given }: WithSenders,
  secret: Secret | undefined,
  nextGroupId: () => number,
  events: StoreEvents,
): Account {
  const settings = {
    ...given,
    secret: secret ?? secretOf(password, hash),
    userPrefix: userPrefix ?? `${given.username}_`,
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

/** A secret that no password is: digests are compared in small letters. */
const NOBODY_KNOWS: Secret = { hash: 'md5', value: 'NONE' };

/** @param asItIs - whether its name may be empty, or that of another */
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
