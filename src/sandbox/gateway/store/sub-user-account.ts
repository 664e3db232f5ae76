import { Account, type AccountSettings, type Secret } from './account.js';
import type { StoreEvents } from './events.js';
import type { ContactGroup } from './groups.js';
import { roundPoints } from './records/points.js';
import type { SubUserSettings } from './records/sub-user.js';
import type { SenderNames } from './sender-names.js';

/** The number of months from the beginning of the calendar (UTC). */
function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * The account of a sub-user (specification section 2.4): it has messages and groups of its own, and spends points of
 * its main user, as many as its limit says.
 */
export class SubUserAccount extends Account {
  readonly main: Account;
  #settings: SubUserSettings;
  /** The month up to which points were granted; `undefined` until it is brought to a moment for the first time. */
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

  /** What the main user has decided about it, with the limit as it is now. */
  get settings(): SubUserSettings {
    return this.#settings;
  }

  /** Changes what the main user has decided. @param secret - default: the password stays */
  change(settings: SubUserSettings, secret: Secret | undefined): void {
    this.#settings = settings;
    if (secret !== undefined) this.changeSecret(secret);
  }

  override get isActive(): boolean {
    return this.#settings.active;
  }

  /** Points available: no more than the main user has. */
  override get points(): number {
    return Math.min(this.#settings.limit, this.main.points);
  }

  override charge(points: number): void {
    this.main.charge(points);
    this.#settings = { ...this.#settings, limit: roundPoints(this.#settings.limit - points) };
  }

  /** Grants the points of each month that has begun. */
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

  /** Tells whether a number is on the opt-out list, its own or that of the main user, whose groups it may send to. */
  override hasOptedOut(number: string): boolean {
    return super.hasOptedOut(number) || this.main.hasOptedOut(number);
  }

  override template(name: string): string {
    return this.main.template(name);
  }
}

/** The settings of the account of a new sub-user: what it has of its own is nothing yet. */
export function subUserAccount(username: string, secret: Secret, main: Account): AccountSettings {
  const { uniqueIdx, maxParts, hours, userPrefix } = main;
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
    userPrefix,
  };
}
