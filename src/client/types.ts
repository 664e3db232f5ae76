import type { SentRecipient } from '../domain/recipients/sent-recipients.js';
import type { SentMessage } from '../domain/sending/sent-messages.js';
import type { StatusName } from '../domain/statuses.js';

/** Username and password of an account (specification section 5, rule 4). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The credentials, or a function that is called for them at every call (a vault, a rotating secret). */
export type CredentialsSource = Credentials | (() => Credentials | Promise<Credentials>);

/** Fields that all three ways to send have. */
interface OutgoingBase {
  /** The text: one part up to 160 characters, or 70 with any character outside GSM 03.38 (section 4.1). */
  readonly message: string;
  /** Sender name, at most 11 characters, or `2way`. Default: the account's default sender. */
  readonly from?: string | undefined;
  /** When to send, at most 3 months ahead; whole seconds count. Default, and for a past date: at once. */
  readonly date?: Date | undefined;
  /** Send as Eco (earlier variant of the interface only). */
  readonly eco?: boolean | undefined;
  /** Refuse a message that needs more than one part (gateway code 12). */
  readonly single?: boolean | undefined;
  /** Refuse a text with special characters (gateway code 11). */
  readonly noUnicode?: boolean | undefined;
  /** `'bin'`: `message` and `udh`, which only `sendSmsExt` takes, are hex strings (earlier variant only). */
  readonly datacoding?: string | undefined;
  /** Partner code. */
  readonly partnerId?: number | undefined;
  /** A rehearsal: the gateway checks the request and responds, nothing is sent and nothing charged. */
  readonly test?: boolean | undefined;
}

/** One message to one recipient. */
export interface OutgoingSms extends OutgoingBase {
  /** The recipient's number as a string: `48xxxxxxxxx` or `xxxxxxxxx`. */
  readonly to: string;
  /** Values for `[%1%]` to `[%4%]` in the message. */
  readonly params?: readonly string[] | undefined;
  /** Your own value, returned in callbacks: at most 255 characters, digits and letters a–z. */
  readonly idx?: string | undefined;
}

/** One message to one recipient, with priority and user data header. */
export interface OutgoingSmsExt extends OutgoingSms {
  /** `true` (or 1) for the fast channel; a number is passed on as it is. */
  readonly priority?: boolean | number | undefined;
  /** User data header as a hex string, for `datacoding: 'bin'`. */
  readonly udh?: string | undefined;
}

/** One message to many recipients. */
export interface OutgoingMulti extends OutgoingBase {
  /**
   * The recipients' numbers; 10,000 in a call are recommended as the most, and 100 are the limit for a message with a
   * shortened link (section 8).
   */
  readonly to: readonly string[];
  /** For each recipient, in order, the values for `[%1%]` to `[%4%]`; at most 100 recipients then. */
  readonly params?: readonly (readonly string[])[] | undefined;
  /** For each recipient, in order, your own value. */
  readonly idx?: readonly string[] | undefined;
}

/** A message for `sendMany`, whose recipients may have own params and idx. */
export interface OutgoingBatch extends OutgoingBase {}

/** The result of a send (specification section 2.8, type Response). */
export interface SendResult {
  /** One entry per message, in the gateway's order; a string with several (section 2.2) is taken apart. */
  readonly messages: readonly SentMessage[];
  /** How many messages the gateway counted; the length of `messages` if it does not return it. */
  readonly count: number;
  /** The charged points; `null` if the gateway does not return them. */
  readonly points: number | null;
  /** The gateway's own words. */
  readonly description: string;
}

/** The result of a send to many. */
export interface MultiSendResult extends SendResult {
  /**
   * What became of each submitted number, in the order of `to`. The gateway skips numbers that are not correct, and
   * sends to a repeated one once, so that there can be fewer messages than numbers.
   */
  readonly recipients: readonly SentRecipient<SentMessage>[];
}

/** A period of time; both ends belong to it. Whole seconds count. */
export interface DateRange {
  readonly from: Date;
  readonly to: Date;
}

/** A message in the account's history. */
export interface SmsRecord {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly message: string;
  readonly flash: boolean;
  readonly eco: boolean;
  /** When it was or will be sent; `null` if the gateway returns none. */
  readonly date: Date | null;
  /** The delivery status (401–412), which is neither an HTTP status nor a gateway code; `null` if there is none. */
  readonly status: number | null;
  /** The name of a known status. */
  readonly statusName?: StatusName;
  /** When it was handed to the network; `null` while it was not. */
  readonly submittedAt: Date | null;
  /** When its final status came; `null` while there is none. */
  readonly doneAt: Date | null;
}

/** A contact group to be made. */
export interface NewGroup {
  readonly name: string;
  readonly info?: string | undefined;
}

/** A contact group. */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** How many contacts it has; `null` if the gateway does not return it. */
  readonly numberCount: number | null;
}

/** A number to be added to a group. */
export interface NewContact {
  /** The telephone number as a string: leading zeros and `+` are kept. */
  readonly number: string;
  readonly name?: string | undefined;
  readonly groupId: number;
}

/** A number to be removed from a group: one entry of it, or all. */
export interface RemovedContact {
  /** The telephone number as a string. */
  readonly number: string;
  /**
   * The name of the entry to delete; `''` for the one without a name. Absent: all entries of the number in the group.
   * The specification does not guarantee that a gateway deletes only the named entry (section 4.10).
   */
  readonly name?: string | undefined;
  readonly groupId: number;
}

/** A number of a contact group. */
export interface Contact {
  readonly number: string;
  readonly name: string;
  readonly groupId: number;
}
