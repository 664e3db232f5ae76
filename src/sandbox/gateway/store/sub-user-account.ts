import { roundPoints } from '../../../domain/points.js';
import { type AccessToken, Account, type AccountSettings, type Secret, type SenderNames } from './account.js';
import type { StoreEvents } from './events.js';
import type { ContactGroup } from './groups.js';

export interface SubUserSettings {
  readonly limit: number;
  readonly monthLimit: number;
  readonly senders: boolean;
  readonly phonebook: boolean;
  readonly active: boolean;
  readonly info: string;
}

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

  override get points(): number {
    return Math.min(this.#subUser.limit, this.main.points);
  }

  override charge(points: number): void {
    this.main.charge(points);
    this.#subUser = { ...this.#subUser, limit: roundPoints(this.#subUser.limit - points) };
  }

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

  /** Adds an account. Its name and tokens must be unused. */
  add(account: Account): void {
    this.#accounts.set(account.username, account);
    for (const token of account.settings.tokens) this.#byToken.set(token.token, { account, token });
  }

  all(): Iterable<Account> {
    return this.#accounts.values();
  }

  get(username: string): Account | undefined {
    return this.#accounts.get(username);
  }

  ofToken(text: string): { readonly account: Account; readonly token: AccessToken } | undefined {
    return this.#byToken.get(text);
  }

  addUser(settings: AccountSettings, subUser: SubUserSettings, main: Account): SubUserAccount {
    const user = new SubUserAccount(settings, subUser, main, this.#nextGroupId, this.#events);
    this.add(user);
    const users = this.#users.get(main) ?? new Map<string, SubUserAccount>();
    this.#users.set(main, users.set(user.username, user));
    return user;
  }

  usersOf(main: Account): ReadonlyMap<string, SubUserAccount> {
    return this.#users.get(main) ?? new Map();
  }
}
