import { roundPoints } from '../../../domain/points.js';
import { type AccessToken, Account, type AccountSettings, type Secret } from './account.js';
import type { StoreEvents } from './events.js';
import type { ContactGroup } from './groups.js';
import type { SenderNames } from './sender-names.js';

/** The settings of a sub-user (specification section 2.4). */
export interface SubUserSettings {
  /** The points of the main user that it may still spend. */
  readonly limit: number;
  /** Points granted on the first day of each month. */
  readonly monthLimit: number;
  /** True if it may use the sender names of the main user. */
  readonly senders: boolean;
  /** True if it may send to the contact groups of the main user. */
  readonly phonebook: boolean;
  readonly active: boolean;
  readonly info: string;
}

/** The number of months from the beginning of the calendar (UTC). */
function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * The account of a sub-user (specification section 2.4). It has its own messages and groups, and spends the points of
 * its main user up to its limit.
 */
export class SubUserAccount extends Account {
  readonly main: Account;
  #settings: SubUserSettings;
  /** The month up to which points were granted; `undefined` before the first `advance()`. */
  #month: number | undefined;

  constructor(
    settings: AccountSettings,
    subUser: SubUserSettings,
    main: Account,
    nextGroupId: () => number,
    events: StoreEvents,
  ) {
    super(settings, nextGroupId, events);
    this.main = main;
    this.#settings = subUser;
  }

  /** The settings by the main user, with the current limit. */
  get settings(): SubUserSettings {
    return this.#settings;
  }

  /** Changes the settings. @param secret - default: the password stays */
  change(settings: SubUserSettings, secret: Secret | undefined): void {
    this.#settings = settings;
    if (secret !== undefined) this.changeSecret(secret);
  }

  override get isActive(): boolean {
    return this.#settings.active;
  }

  /** The available points, at most those of the main user. */
  override get points(): number {
    return Math.min(this.#settings.limit, this.main.points);
  }

  override charge(points: number): void {
    this.main.charge(points);
    this.#settings = { ...this.#settings, limit: roundPoints(this.#settings.limit - points) };
  }

  /** Grants the points of each month that has started. */
  override advance(nowMs: number): void {
    const month = monthOf(nowMs);
    const months = month - (this.#month ?? month);
    this.#month = Math.max(month, this.#month ?? month);
    if (months <= 0) return;
    const { limit, monthLimit } = this.#settings;
    this.#settings = { ...this.#settings, limit: roundPoints(limit + months * monthLimit) };
  }

  override get senders(): readonly string[] {
    const shared = this.#settings.senders ? this.main.senders : [];
    return [...new Set([...super.senders, ...shared])];
  }

  override get sharedSenderNames(): SenderNames | undefined {
    return this.#settings.senders ? this.main.senderNames : undefined;
  }

  override groupToSendTo(name: string): ContactGroup {
    const shared = this.#settings.phonebook ? this.main.groups.named(name) : undefined;
    return this.groups.named(name) ?? shared ?? super.groupToSendTo(name);
  }

  override hasOptedOut(number: string): boolean {
    return super.hasOptedOut(number) || this.main.hasOptedOut(number);
  }

  override template(name: string): string {
    return this.main.template(name);
  }
}

export function subUserAccount(username: string, secret: Secret, main: Account): AccountSettings {
  const { uniqueIdx, maxParts, hours } = main;
  return {
    username,
    secret,
    tokens: [],
    points: 0,
    senders: [],
    allowedAddresses: undefined,
    uniqueIdx,
    profile: { name: '', email: '', phoneNumber: '', paymentType: main.profile.paymentType },
    templates: new Map(),
    discountGroups: [],
    optedOut: [],
    maxParts,
    hours,
  };
}

/** All accounts of the gateway, with their sub-users. */
export class AccountBook {
  readonly #accounts = new Map<string, Account>();
  readonly #users = new Map<Account, Map<string, SubUserAccount>>();

  readonly #nextGroupId: () => number;
  readonly #events: StoreEvents;

  readonly #byToken = new Map<string, { readonly account: Account; readonly token: AccessToken }>();

  /**
   * @param accounts - the main users
   * @param nextGroupId - returns the id of a new group
   * @param events - notified of changes of sub-users
   */
  constructor(accounts: readonly Account[], nextGroupId: () => number, events: StoreEvents) {
    this.#nextGroupId = nextGroupId;
    this.#events = events;
    for (const account of accounts) this.add(account);
  }

  /**
   * Adds an account. Its name and tokens must be unused. After `remove()` of the same name it gets the same position.
   */
  add(account: Account): void {
    this.#accounts.set(account.username, account);
    for (const token of account.tokens) this.#byToken.set(token.token, { account, token });
  }

  /** Removes a main user and its sub-users. The position is kept for the next account with this name. */
  remove(main: Account): void {
    for (const user of this.usersOf(main).values()) {
      this.#accounts.delete(user.username);
      for (const { token } of user.tokens) this.#byToken.delete(token);
    }
    this.#users.delete(main);
    for (const { token } of main.tokens) this.#byToken.delete(token);
  }

  /** Returns all accounts, including sub-users. */
  all(): Iterable<Account> {
    return this.#accounts.values();
  }

  /** Returns the account with a username. */
  get(username: string): Account | undefined {
    return this.#accounts.get(username);
  }

  /** Returns the account of a token. */
  ofToken(text: string): { readonly account: Account; readonly token: AccessToken } | undefined {
    return this.#byToken.get(text);
  }

  /** Adds a sub-user. Its name must be unused. */
  addUser(settings: AccountSettings, subUser: SubUserSettings, main: Account): SubUserAccount {
    const user = new SubUserAccount(settings, subUser, main, this.#nextGroupId, this.#events);
    this.add(user);
    const users = this.#users.get(main) ?? new Map<string, SubUserAccount>();
    this.#users.set(main, users.set(user.username, user));
    return user;
  }

  /** Returns the sub-users of a main user by username, in the order of creation. */
  usersOf(main: Account): ReadonlyMap<string, SubUserAccount> {
    return this.#users.get(main) ?? new Map();
  }
}
