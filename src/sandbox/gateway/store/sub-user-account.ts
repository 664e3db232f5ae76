import { roundPoints } from '../../../domain/points.js';
import { type AccessToken, Account, type AccountSettings, type Secret, type SenderNames } from './account.js';
import type { StoreEvents } from './events.js';
import type { ContactGroup } from './groups.js';

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
  #subUser: SubUserSettings;
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
    this.#subUser = subUser;
  }

  /** The settings by the main user, with the current limit. */
  get subUser(): SubUserSettings {
    return this.#subUser;
  }

  /** Changes the settings. @param secret - default: the password stays */
  change(subUser: SubUserSettings, secret: Secret | undefined): void {
    this.#subUser = subUser;
    if (secret !== undefined) this.changeSecret(secret);
  }

  override get isActive(): boolean {
    return this.#subUser.active;
  }

  /** The available points, at most those of the main user. */
  override get points(): number {
    return Math.min(this.#subUser.limit, this.main.points);
  }

  override charge(points: number): void {
    this.main.charge(points);
    this.#subUser = { ...this.#subUser, limit: roundPoints(this.#subUser.limit - points) };
  }

  /** Grants the points of each month that has started. */
  override advance(nowMs: number): void {
    const month = monthOf(nowMs);
    const months = month - (this.#month ?? month);
    this.#month = Math.max(month, this.#month ?? month);
    if (months <= 0) return;
    const { limit, monthLimit } = this.#subUser;
    this.#subUser = { ...this.#subUser, limit: roundPoints(limit + months * monthLimit) };
  }

  override get senders(): readonly string[] {
    const shared = this.#subUser.senders ? this.main.senders : [];
    return [...new Set([...super.senders, ...shared])];
  }

  override get sharedSenderNames(): SenderNames | undefined {
    return this.#subUser.senders ? this.main.senderNames : undefined;
  }

  override groupToSendTo(name: string): ContactGroup {
    const shared = this.#subUser.phonebook ? this.main.groups.named(name) : undefined;
    return this.groups.named(name) ?? shared ?? super.groupToSendTo(name);
  }

  override hasOptedOut(number: string): boolean {
    return super.hasOptedOut(number) || this.main.hasOptedOut(number);
  }

  override template(name: string): string {
    return this.main.template(name);
  }
}

/** Returns the account settings of a new sub-user. */
export function subUserAccount(
  username: string,
  secret: Secret,
  { settings: { maxParts, hours, profile } }: Account,
): AccountSettings {
  return {
    username,
    secret,
    tokens: [],
    points: 0,
    senders: [],
    allowedAddresses: undefined,
    profile: { name: '', email: '', phoneNumber: '', paymentType: profile.paymentType },
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
  readonly #byToken = new Map<string, { readonly account: Account; readonly token: AccessToken }>();
  readonly #nextGroupId: () => number;
  readonly #events: StoreEvents;

  constructor(nextGroupId: () => number, events: StoreEvents) {
    this.#nextGroupId = nextGroupId;
    this.#events = events;
  }

  /**
   * Adds an account. Its name and tokens must be unused. After `remove()` of the same name it gets the same position.
   */
  add(account: Account): void {
    this.#accounts.set(account.username, account);
    for (const token of account.settings.tokens) this.#byToken.set(token.token, { account, token });
  }

  /** Removes a main user and its sub-users. The position is kept for the next account with this name. */
  remove(main: Account): void {
    for (const user of this.usersOf(main).values()) {
      this.#accounts.delete(user.username);
      for (const { token } of user.settings.tokens) this.#byToken.delete(token);
    }
    this.#users.delete(main);
    for (const { token } of main.settings.tokens) this.#byToken.delete(token);
  }

  /** Returns all accounts, including sub-users. */
  all(): Iterable<Account> {
    return this.#accounts.values();
  }

  get(username: string): Account | undefined {
    return this.#accounts.get(username);
  }

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
