import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import { roundPoints } from '../../../domain/points.js';
import { defaultSender, ECO, TWO_WAY } from '../../../domain/sending/limits.js';
import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { md5 } from '../../../redact/md5.js';
import { refuse } from '../refusal/refusal.js';
import { type CodeGroup, DiscountCodes } from './discount-codes.js';
import type { LookUp, StoreEvents } from './events.js';
import { type ContactGroup, GroupBook } from './groups.js';
import { Links } from './links.js';
import type { BulkSend, StoredMessage } from './message.js';
import { MessageStore } from './message-store.js';
import { type SenderName, SenderNames } from './sender-names.js';

/** The areas that a token can be restricted to: the groups of operations over HTTP. */
export const SCOPES = ['sms', 'mms', 'vms', 'profile', 'points', 'users', 'senders', 'hlr'] as const;

/** An area of the gateway. The specification has no names for them (section 5, rule 6). */
export type Scope = (typeof SCOPES)[number];

/** A token of an account. */
export interface AccessToken {
  readonly token: string;
  /** The allowed areas; `undefined` for all. */
  readonly scopes: readonly Scope[] | undefined;
}

/** Facts about the owner of an account (specification section 2.3). */
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

/** A password in the form in which the client has to send it. */
export interface Secret {
  readonly hash: 'none' | 'md5';
  readonly value: string;
}

/** The settings of an account, with all defaults. */
export interface AccountSettings {
  readonly username: string;
  readonly secret: Secret;
  readonly tokens: readonly AccessToken[];
  readonly points: number;
  readonly senders: readonly SenderName[];
  /** The addresses that may send; `undefined` for all. */
  readonly allowedAddresses: readonly string[] | undefined;
  readonly uniqueIdx: boolean;
  readonly profile: Profile;
  readonly templates: ReadonlyMap<string, string>;
  readonly discountGroups: readonly CodeGroup[];
  /** Numbers that are on the opt-out list. */
  readonly optedOut: readonly string[];
  /**
   * The maximum number of parts of a message if the send does not set it; `undefined` for the limit of the interface.
   */
  readonly maxParts: number | undefined;
  /** `undefined` if the account sends at any hour. */
  readonly hours: SendingHours | undefined;
}

/** These are kinds of message, not names, and need no sender name of the account (sections 1 and 4.1). */
const KINDS: readonly string[] = [TWO_WAY, ECO];

/** The maximum number of kept lookups. */
const MAX_LOOK_UPS = 100_000;

/** An account with all its data. */
export class Account {
  readonly username: string;
  readonly uniqueIdx: boolean;
  readonly profile: Profile;
  readonly maxParts: number | undefined;
  readonly hours: SendingHours | undefined;
  readonly senderNames: SenderNames;
  readonly groups: GroupBook;
  readonly messages: MessageStore;
  readonly discountCodes: DiscountCodes;
  readonly links: Links = new Links();
  readonly #lookUps: Map<string, LookUp> = new Map();
  readonly #templates: ReadonlyMap<string, string>;
  readonly #optedOut: Set<string>;
  readonly #allowedAddresses: readonly string[] | undefined;
  readonly #tokens: readonly AccessToken[];
  readonly #events: StoreEvents;
  #secret: Secret;
  #points: number;

  /** @param events - notified of changes */
  constructor(settings: AccountSettings, nextGroupId: () => number, events: StoreEvents) {
    const { username } = settings;
    this.username = username;
    this.uniqueIdx = settings.uniqueIdx;
    this.profile = settings.profile;
    this.maxParts = settings.maxParts;
    this.hours = settings.hours;
    this.senderNames = new SenderNames(settings.senders);
    this.groups = new GroupBook(nextGroupId, username, events);
    this.messages = new MessageStore(username, events);
    this.discountCodes = new DiscountCodes(settings.discountGroups);
    this.#templates = settings.templates;
    this.#optedOut = new Set(settings.optedOut.map(numberKey));
    this.#allowedAddresses = settings.allowedAddresses;
    this.#tokens = settings.tokens;
    this.#events = events;
    this.#secret = settings.secret;
    this.#points = roundPoints(settings.points);
  }

  /** The prefix of the usernames of its sub-users. */
  get userPrefix(): string {
    return `${this.username}_`;
  }

  get isActive(): boolean {
    return true;
  }

  /** Points available. */
  get points(): number {
    return this.#points;
  }

  /** Subtracts points. The caller checks that there are enough. */
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

  /** Changes the expected password. */
  changeSecret(secret: Secret): void {
    this.#secret = secret;
  }

  /** Its tokens. */
  get tokens(): readonly AccessToken[] {
    return this.#tokens;
  }

  allows(address: string): boolean {
    return this.#allowedAddresses === undefined || this.#allowedAddresses.includes(address);
  }

  /** The sender names that messages can use, the default one first. */
  get senders(): readonly string[] {
    return this.senderNames.list().flatMap(({ name, isActive }) => (isActive ? [name] : []));
  }

  /** The sender names that its main user shares with it. */
  get sharedSenderNames(): SenderNames | undefined {
    return undefined;
  }

  /**
   * Returns the sender name of a message. If none is requested, returns the default of the account.
   *
   * @param variant - the variant of the interface; `'current'` does not support Eco
   * @throws Refusal 14 if the account may not use the name
   */
  sender(asked: string, variant: InterfaceVariant | undefined): string {
    const usable = [this.senderNames, this.sharedSenderNames];
    if (asked === '') {
      return usable.map((names) => names?.defaultName).find((name) => name !== undefined) ?? defaultSender(variant);
    }
    const isKind = KINDS.includes(asked) && !(asked === ECO && variant === 'current');
    return isKind || usable.some((names) => names?.isUsable(asked)) ? asked : refuse(CODES.senderNotAccepted);
  }

  /** Finds a group to send to by its name. @throws Refusal 40 if there is none */
  groupToSendTo(name: string): ContactGroup {
    return this.groups.named(name) ?? refuse(CODES.noGroup);
  }

  /** Returns the text of a template. @throws Refusal 104 if there is no template with this name */
  template(name: string): string {
    return this.#templates.get(name) ?? refuse(CODES.noTemplate);
  }

  hasOptedOut(number: string): boolean {
    return this.#optedOut.has(numberKey(number));
  }

  /** Adds a number to the opt-out list. */
  optOut(number: string): void {
    this.#optedOut.add(numberKey(number));
  }

  /** Deletes a message and its links. */
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
