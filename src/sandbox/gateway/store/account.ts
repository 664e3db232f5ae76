import { CODES } from '../../../domain/codes.js';
import { DEFAULT_SENDER, ECO, TWO_WAY } from '../../../domain/sending/senders.js';
import { md5 } from '../../../redact/md5.js';
import type { StoreEvents } from './events.js';
import { GroupBook } from './groups.js';
import { MessageStore } from './message-store.js';
import { roundPoints } from './points.js';
import { Refusal } from './refusal.js';

/** The settings of an account; every option has its value by now. */
export interface AccountSettings {
  readonly username: string;
  readonly password: string;
  /** The form in which the client has to send the password. */
  readonly hash: 'none' | 'md5';
  /** Further secrets that it is known by. */
  readonly tokens: readonly string[];
  readonly points: number;
  readonly senders: readonly string[];
  /** The addresses that may send; `undefined` for all. */
  readonly allowedAddresses: readonly string[] | undefined;
  readonly uniqueIdx: boolean;
}

/** Not names but kinds of message, accepted from every account (sections 1 and 4.1). */
const KINDS: readonly string[] = [TWO_WAY, ECO];

/** An account with all it owns. */
export class Account {
  readonly username: string;
  readonly senders: readonly string[];
  readonly uniqueIdx: boolean;
  readonly groups: GroupBook;
  readonly messages: MessageStore;
  readonly #allowedAddresses: readonly string[] | undefined;
  readonly #secret: string;
  readonly #tokens: ReadonlySet<string>;
  readonly #hash: 'none' | 'md5';
  #points: number;

  /** @param events - told of what happens to it */
  constructor(settings: AccountSettings, nextGroupId: () => number, events: StoreEvents) {
    const { username, password, hash, tokens, points, senders, allowedAddresses, uniqueIdx } = settings;
    this.username = username;
    this.senders = senders;
    this.uniqueIdx = uniqueIdx;
    this.groups = new GroupBook(nextGroupId, username, events);
    this.messages = new MessageStore(username, events);
    this.#allowedAddresses = allowedAddresses;
    this.#points = roundPoints(points);
    this.#hash = hash;
    this.#tokens = new Set(tokens);
    this.#secret = hash === 'md5' ? md5(password) : password;
  }

  /** Points available. */
  get points(): number {
    return this.#points;
  }

  /** Tells whether a password, in the form that the account expects, is the right one. */
  accepts(password: string | undefined): boolean {
    // Hexadecimal digits mean the same in either case.
    return (this.#hash === 'md5' ? password?.toLowerCase() : password) === this.#secret;
  }

  /** Tells whether a token is one of its own. */
  hasToken(token: string): boolean {
    return this.#tokens.has(token);
  }

  /** Tells whether an address may send (specification section 5, rule 3). */
  allows(address: string): boolean {
    return this.#allowedAddresses === undefined || this.#allowedAddresses.includes(address);
  }

  /**
   * The sender name that a message goes out under: the first of the account where none is asked for.
   *
   * @throws Refusal 14 when the name is not one of the account's
   */
  sender(asked: string): string {
    if (asked === '') return this.senders[0] ?? DEFAULT_SENDER;
    if (!this.senders.includes(asked) && !KINDS.includes(asked)) throw new Refusal(CODES.senderNotAccepted);
    return asked;
  }

  /** Takes points away; whether there are enough is asked before. */
  charge(points: number): void {
    this.#points = roundPoints(this.#points - points);
  }
}
