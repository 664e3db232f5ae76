import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import { roundPoints } from '../../../domain/points.js';
import { defaultSender, ECO, TWO_WAY } from '../../../domain/sending/limits.js';
import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { md5 } from '../../../redact/derived-secrets.js';
import type { LookUp, StoreEvents } from './events.js';
import { type ContactGroup, GroupBook } from './groups.js';
import type { BulkSend, StoredMessage } from './message.js';
import { Links, MessageStore } from './message-store.js';
import { OWN_CODES, refuse } from './refusal.js';

export const SCOPES = ['sms', 'mms', 'vms', 'profile', 'points', 'users', 'senders', 'hlr'] as const;

/** An area of the gateway. The specification has no names for them (section 5, rule 6). */
export type Scope = (typeof SCOPES)[number];

export interface AccessToken {
  readonly token: string;
  readonly scopes: readonly Scope[] | undefined;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly paymentType: 'prepaid' | 'postpaid';
}

/** The hours of the day when an account sends, in UTC: from the start of `from` until the start of `to`. */
export interface SendingHours {
  readonly from: number;
  readonly to: number;
}

export interface Secret {
  readonly hash: 'none' | 'md5';
  readonly value: string;
}

/** The settings of an account. `undefined` means no limit. */
export interface AccountSettings {
  readonly username: string;
  readonly secret: Secret;
  readonly tokens: readonly AccessToken[];
  readonly points: number;
  readonly senders: readonly SenderName[];
  readonly allowedAddresses: readonly string[] | undefined;
  readonly profile: Profile;
  readonly templates: ReadonlyMap<string, string>;
  readonly discountGroups: readonly CodeGroup[];
  readonly optedOut: readonly string[];
  readonly maxParts: number | undefined;
  readonly hours: SendingHours | undefined;
}

/** These are kinds of message, not names, and need no sender name of the account (sections 1 and 4.1). */
const KINDS: readonly string[] = [TWO_WAY, ECO];

const MAX_LOOK_UPS = 100_000;

export class Account {
  readonly username: string;
  /** Private, so that inspecting an account does not show its password and tokens. */
  readonly #settings: AccountSettings;
  readonly senderNames: SenderNames;
  readonly groups: GroupBook;
  readonly messages: MessageStore;
  readonly discountCodes: DiscountCodes;
  readonly links: Links = new Links();
  readonly #lookUps: Map<string, LookUp> = new Map();
  readonly #optedOut: Set<string>;
  readonly #events: StoreEvents;
  #secret: Secret;
  #points: number;

  constructor(settings: AccountSettings, nextGroupId: () => number, events: StoreEvents) {
    this.username = settings.username;
    this.#settings = settings;
    this.senderNames = new SenderNames(settings.senders);
    this.groups = new GroupBook(nextGroupId);
    this.messages = new MessageStore(settings.username, events);
    this.discountCodes = new DiscountCodes(settings.discountGroups);
    this.#optedOut = new Set(settings.optedOut.map(numberKey));
    this.#events = events;
    this.#secret = settings.secret;
    this.#points = roundPoints(settings.points);
  }

  get settings(): AccountSettings {
    return this.#settings;
  }

  get userPrefix(): string {
    return `${this.username}_`;
  }

  get isActive(): boolean {
    return true;
  }

  get points(): number {
    return this.#points;
  }

  charge(points: number): void {
    this.#points = roundPoints(this.#points - points);
  }

  /** Advances the account to a time, in milliseconds since 1970. */
  advance(_nowMs: number): void {}

  accepts(password: string | undefined): boolean {
    const { hash, value } = this.#secret;
    // Hexadecimal digests are compared in lower case.
    return (hash === 'md5' ? password?.toLowerCase() : password) === value;
  }

  acceptsDigest(digest: string | undefined): boolean {
    const { hash, value } = this.#secret;
    return digest?.toLowerCase() === (hash === 'md5' ? value : md5(value));
  }

  changeSecret(secret: Secret): void {
    this.#secret = secret;
  }

  allows(address: string): boolean {
    const { allowedAddresses } = this.settings;
    return allowedAddresses === undefined || allowedAddresses.includes(address);
  }

  /** The sender names that messages can use, the default one first. */
  get senders(): readonly string[] {
    return this.senderNames.list().flatMap(({ name, isActive }) => (isActive ? [name] : []));
  }

  get sharedSenderNames(): SenderNames | undefined {
    return undefined;
  }

  /**
   * Returns the sender name of a message. If none is requested, returns the default of the account.
   *
   * @throws Refusal 14 if the account may not use the name
   */
  sender(requested: string, variant: InterfaceVariant | undefined): string {
    const usable = [this.senderNames, this.sharedSenderNames];
    if (requested === '') {
      return usable.map((names) => names?.defaultName).find((name) => name !== undefined) ?? defaultSender(variant);
    }
    const isKind = KINDS.includes(requested) && !(requested === ECO && variant === 'current');
    return isKind || usable.some((names) => names?.isUsable(requested)) ? requested : refuse(CODES.senderNotAccepted);
  }

  groupToSendTo(name: string): ContactGroup {
    return this.groups.named(name) ?? refuse(CODES.noGroup);
  }

  template(name: string): string {
    return this.settings.templates.get(name) ?? refuse(CODES.noTemplate);
  }

  hasOptedOut(number: string): boolean {
    return this.#optedOut.has(numberKey(number));
  }

  optOut(number: string): void {
    this.#optedOut.add(numberKey(number));
  }

  forget(message: StoredMessage): void {
    this.messages.forget(message);
    this.links.forget(message.id);
  }

  addBulk(bulk: BulkSend): void {
    this.#events.emit({ type: 'bulk-accepted', username: this.username, bulk });
  }

  hasLookUp(id: string): boolean {
    return this.#lookUps.has(id);
  }

  addLookUp(lookUp: LookUp): void {
    this.#lookUps.set(lookUp.id, lookUp);
    if (this.#lookUps.size > MAX_LOOK_UPS) {
      const [oldest = ''] = this.#lookUps.keys();
      this.#lookUps.delete(oldest);
    }
    this.#events.emit({ type: 'lookup-accepted', username: this.username, lookUp });
  }
}

export interface SenderName {
  readonly name: string;
  readonly isActive: boolean;
}

/** The sender names of an account; the default one is the first. */
export class SenderNames {
  #names: readonly SenderName[];

  constructor(names: readonly SenderName[]) {
    this.#names = names;
  }

  list(): readonly SenderName[] {
    return this.#names;
  }

  get defaultName(): string | undefined {
    const [first] = this.#names;
    return first?.isActive ? first.name : undefined;
  }

  isUsable(name: string): boolean {
    return this.#names.some((sender) => sender.name === name && sender.isActive);
  }

  /**
   * @throws Refusal 2031 for an unknown name, 2061 for an inactive one, 2062 for the current default
   */
  setDefault(name: string): void {
    const sender = this.#names.find((each) => each.name === name) ?? refuse(OWN_CODES.noSender);
    if (!sender.isActive) refuse(OWN_CODES.senderNotActive);
    if (name === this.defaultName) refuse(CODES.senderIsDefault);
    this.#names = [sender, ...this.#names.filter((other) => other !== sender)];
  }
}

export interface CodeGroup {
  readonly name: string;
  readonly codes: readonly string[];
  readonly isActive: boolean;
}

/** The groups of discount codes of an account; a code is used at most once (specification section 3). */
export class DiscountCodes {
  readonly #groups: ReadonlyMap<string, { readonly isActive: boolean; unused: readonly string[] }>;

  constructor(groups: readonly CodeGroup[]) {
    this.#groups = new Map(groups.map(({ name, codes, isActive }) => [name, { isActive, unused: codes }]));
  }

  /**
   * Returns the next unused codes of a group. They stay unused until {@link use} is called.
   *
   * @throws Refusal 60 for an unknown group, 61 for an inactive one, 62 if it has no unused code, 65 if it has too few
   */
  next(name: string, count: number): readonly string[] {
    const group = this.#groups.get(name) ?? refuse(CODES.noCodeGroup);
    if (!group.isActive) refuse(CODES.codeGroupEnded);
    if (group.unused.length === 0) refuse(CODES.noCodesLeft);
    if (group.unused.length < count) refuse(CODES.tooFewCodes);
    return group.unused.slice(0, count);
  }

  use(name: string, count: number): void {
    const group = this.#groups.get(name);
    if (group !== undefined) group.unused = group.unused.slice(count);
  }
}
