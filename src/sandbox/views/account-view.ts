import type { Account } from '../gateway/store/account.js';
import type { ContactGroup } from '../gateway/store/groups.js';
import { isScheduled, progressOf, type StoredMessage } from '../gateway/store/records/message.js';

/** An account at one moment; it does not change when the account does. */
export interface AccountView {
  readonly username: string;
  /** Points available. */
  readonly points: number;
  /** The accepted sender names, the default one first. */
  readonly senders: readonly string[];
  /** The contact groups in the order in which they were made. */
  readonly groups: readonly GroupView[];
  /** The messages that were sent, in the order in which they were accepted. */
  readonly messages: readonly MessageView[];
  /** The messages that wait for their time, in the order in which they were accepted. */
  readonly scheduled: readonly MessageView[];
}

/** A contact group at one moment. */
export interface GroupView {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** The numbers as they were given, in the order in which they were added. */
  readonly numbers: readonly { readonly number: string; readonly name: string }[];
}

/** A message at one moment. */
export interface MessageView {
  readonly id: string;
  readonly kind: 'sms' | 'mms' | 'vms';
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly from: string;
  /**
   * The text with its placeholders filled in; the hex string of a binary message, the SMIL of an MMS, the text or the
   * link of a voice message.
   */
  readonly message: string;
  /** The caller's own value; empty where none was given. */
  readonly idx: string;
  readonly eco: boolean;
  readonly parts: number;
  /** Points charged. */
  readonly points: number;
  /** The time at which the request was accepted. */
  readonly acceptedAt: Date;
  /** The time at which it was or is to be sent. */
  readonly sendAt: Date;
  readonly flash: boolean;
  /** Of an MMS; empty for all others. */
  readonly subject: string;
  /** The address for its delivery reports; empty where it has none of its own. */
  readonly notifyUrl: string;
  /** A partner's code; `null` where it has none. */
  readonly partnerId: number | null;
  /** The time at which it is given up; `null` for never. */
  readonly expiresAt: Date | null;
  /** 409 QUEUE, 403 SENT or 404 DELIVERED; with the option `from` also what was recorded. */
  readonly status: number;
}

/** Shows an account as it is at a moment. */
export function viewOf(account: Account, nowMs: number): AccountView {
  const { username, points, senders } = account;
  const all = account.messages.list();
  const waits = (message: StoredMessage): boolean => isScheduled(message, nowMs);
  return {
    username,
    points,
    senders: [...senders],
    groups: account.groups.list().map(viewOfGroup),
    messages: all.filter((message) => !waits(message)).map((message) => viewOfMessage(message, nowMs)),
    scheduled: all.filter(waits).map((message) => viewOfMessage(message, nowMs)),
  };
}

function viewOfGroup(group: ContactGroup): GroupView {
  const { id, name, info } = group;
  return { id, name, info, numbers: group.contacts().map(({ number, name: of }) => ({ number, name: of })) };
}

/** Shows a message as it is at a moment. */
export function viewOfMessage(message: StoredMessage, nowMs: number): MessageView {
  const { text, acceptedAtMs, sendAtMs, expiresAtMs, id, kind, to, from, idx, eco, parts, points } = message;
  const { flash = false, subject = '', notifyUrl = '', partnerId = null } = message;
  const { status } = progressOf(message, nowMs);
  const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs);
  const dates = { acceptedAt: new Date(acceptedAtMs), sendAt: new Date(sendAtMs), expiresAt };
  const own = { id, kind, to, from, message: text, idx, eco, parts, points, flash, subject, notifyUrl, partnerId };
  return { ...own, ...dates, status };
}
