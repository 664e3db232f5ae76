import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { defaultSender, ECO, TWO_WAY } from '../../../domain/sending/senders.js';
import { md5 } from '../../../redact/md5.js';
import { refuse } from '../refusal/refusal.js';
import { type CodeGroup, DiscountCodes } from './discount-codes.js';
import type { StoreEvents } from './events.js';
import { type ContactGroup, GroupBook } from './groups.js';
import { Links } from './links.js';
import { MessageStore } from './message-store.js';
import type { AccessToken } from './records/access-token.js';
import type { BulkSend } from './records/bulk-send.js';
import type { LookUp } from './records/look-up.js';
import type { StoredMessage } from './records/message.js';
import { roundPoints } from './records/points.js';
import { type SenderName, SenderNames } from './sender-names.js';

/** Facts about the owner of an account (specification section 2.3). */
export interface Profile {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly paymentType: 'prepaid' | 'postpaid';
}

/** The hours of the day at which an account sends: from the beginning of the one to that of the other, in UTC. */
export interface SendingHours {
  readonly from: number;
  readonly to: number;
}

/** A password in the form in which the client has to send it. */
export interface Secret {
  readonly hash: 'none' | 'md5';
  readonly value: string;
}

/** The settings of an account; every option has its value by now. */
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
  /** The most parts of a message where a send names none; `undefined` for the limit of the interface. */
  readonly maxParts: number | undefined;
  /** `undefined` where it sends at any hour. */
  readonly hours: SendingHours | undefined;
  /** Stands before the names of its sub-users. */
  readonly userPrefix: string;
}

/** Not names but kinds of message, which need no name of the account (sections 1 and 4.1). */
const KINDS: readonly string[] = [TWO_WAY, ECO];

/** The most lookups that are kept. */
const MAX_LOOK_UPS = 100_000;

/** An account with all it owns. */
export class Account {
  readonly username: string;
  readonly uniqueIdx: boolean;
  readonly profile: Profile;
  readonly maxParts: number | undefined;
  readonly hours: SendingHours | undefined;
  readonly userPrefix: string;
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

  /** @param events - told of what happens to it */
  constructor(settings: AccountSettings, nextGroupId: () => number, events: StoreEvents) {
    const { username } = settings;
    this.username = username;
    this.uniqueIdx = settings.uniqueIdx;
    this.profile = settings.profile;
    this.maxParts = settings.maxParts;
    this.hours = settings.hours;
    this.userPrefix = settings.userPrefix;
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

  /** Tells whether it may be used. */
  get isActive(): boolean {
    return true;
  }

  /** Points available. */
  get points(): number {
    return this.#points;
  }

  /** Takes points away; whether there are enough is asked before. */
  charge(points: number): void {
    this.#points = roundPoints(this.#points - points);
  }

  /** Brings it to a moment, in milliseconds since 1970. */
  advance(_nowMs: number): void {}

  /** Tells whether a password, in the form that the account expects, is the right one. */
  accepts(password: string | undefined): boolean {
    const { hash, value } = this.#secret;
    // Hexadecimal digits mean the same in either case.
    return (hash === 'md5' ? password?.toLowerCase() : password) === value;
  }

  /** Tells whether an MD5 digest is that of the password, in whatever form the account expects that one. */
  acceptsDigest(digest: string | undefined): boolean {
    const { hash, value } = this.#secret;
    return digest?.toLowerCase() === (hash === 'md5' ? value : md5(value));
  }

  /** Expects another password from now on. */
  changeSecret(secret: Secret): void {
    this.#secret = secret;
  }

  /** Its tokens. */
  get tokens(): readonly AccessToken[] {
    return this.#tokens;
  }

  /** Tells whether an address may send (specification section 5, rule 3). */
  allows(address: string): boolean {
    return this.#allowedAddresses === undefined || this.#allowedAddresses.includes(address);
  }

  /** The names that messages may go out under, the default one first. */
  get senders(): readonly string[] {
    return this.senderNames.list().flatMap(({ name, isActive }) => (isActive ? [name] : []));
  }

  /** The sender names that a main user shares with it. */
  get sharedSenderNames(): SenderNames | undefined {
    return undefined;
  }

  /**
   * The sender name that a message goes out under: the default one of the account where none is asked for.
   *
   * @param variant - of the interface; `'current'` knows no Eco
   * @throws Refusal 14 when the name is none that the account may use
   */
  sender(asked: string, variant: InterfaceVariant | undefined): string {
    const usable = [this.senderNames, this.sharedSenderNames];
    if (asked === '') {
      return usable.map((names) => names?.defaultName).find((name) => name !== undefined) ?? defaultSender(variant);
    }
    const isKind = KINDS.includes(asked) && !(asked === ECO && variant === 'current');
    return isKind || usable.some((names) => names?.isUsable(asked)) ? asked : refuse(CODES.senderNotAccepted);
  }

  /** Finds a group that it may send to, by its name. @throws Refusal 40 when there is none */
  groupToSendTo(name: string): ContactGroup {
    return this.groups.named(name) ?? refuse(CODES.noGroup);
  }

  /** The text of a template. @throws Refusal 104 when there is none of that name */
  template(name: string): string {
    return this.#templates.get(name) ?? refuse(CODES.noTemplate);
  }

  /** Tells whether a number, in whatever spelling, is on the opt-out list. */
  hasOptedOut(number: string): boolean {
    return this.#optedOut.has(numberKey(number));
  }

  /** Puts a number on the opt-out list. */
  optOut(number: string): void {
    this.#optedOut.add(numberKey(number));
  }

  /** Forgets a message, with its links. */
  forget(message: StoredMessage): void {
    this.messages.forget(message);
    this.links.forget(message.id);
  }

  /** Tells of a send to many, whose messages are kept. */
  addBulk(bulk: BulkSend): void {
    this.#events.tell({ type: 'bulk-accepted', username: this.username, bulk });
  }

  /** Tells whether a number was looked up under an id. */
  hasLookUp(id: string): boolean {
    return this.#lookUps.has(id);
  }

  /** Keeps a lookup. */
  addLookUp(lookUp: LookUp): void {
    this.#lookUps.set(lookUp.id, lookUp);
    if (this.#lookUps.size > MAX_LOOK_UPS) {
      const [oldest = ''] = this.#lookUps.keys();
      this.#lookUps.delete(oldest);
    }
    this.#events.tell({ type: 'lookup-accepted', username: this.username, lookUp });
  }
}
