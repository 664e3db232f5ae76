import type { Account } from '../gateway/store/account.js';
import type { ContactGroup } from '../gateway/store/groups.js';
import { isScheduled, progressOf, type StoredMessage } from '../gateway/store/message.js';

/** A snapshot of an account. */
export interface AccountView {
  readonly username: string;
  /** Points available. */
  readonly points: number;
  /** The accepted sender names, the default one first. */
  readonly senders: readonly string[];
  /** The contact groups in the order of creation. */
  readonly groups: readonly GroupView[];
  /** The sent messages in the order of acceptance. */
  readonly messages: readonly MessageView[];
  /** The scheduled messages that are not sent yet, in the order of acceptance. */
  readonly scheduled: readonly MessageView[];
}

/** A snapshot of a contact group. */
export interface GroupView {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** The numbers as submitted, in the order in which they were added. */
  readonly numbers: readonly { readonly number: string; readonly name: string }[];
}

/** A snapshot of a message. */
export interface MessageView {
  readonly id: string;
  readonly kind: 'sms' | 'mms' | 'vms';
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly from: string;
  /**
   * The text with its placeholders filled in. For a binary message: its hex string. For an MMS: its SMIL. For a voice
   * message: its text or link.
   */
  readonly message: string;
  /** The caller's own value; empty if there is none. */
  readonly idx: string;
  readonly eco: boolean;
  readonly parts: number;
  /** Points charged. */
  readonly points: number;
  /** The time when the request was accepted. */
  readonly acceptedAt: Date;
  /** The time of sending, past or scheduled. */
  readonly sendAt: Date;
  readonly flash: boolean;
  /** The subject of an MMS; empty for other kinds. */
  readonly subject: string;
  /** The address for its delivery reports; empty if the message has none. */
  readonly notifyUrl: string;
  /** The partner's code; `null` if there is none. */
  readonly partnerId: number | null;
  /** The time when delivery is given up; `null` for never. */
  readonly expiresAt: Date | null;
  /** The delivery status, such as 409 QUEUE, 403 SENT or 404 DELIVERED. */
  readonly status: number;
}

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

export function viewOfMessage(message: StoredMessage, nowMs: number): MessageView {
  const { text, acceptedAtMs, sendAtMs, expiresAtMs, id, kind, to, from, idx, eco, parts, points } = message;
  const { flash = false, subject = '', notifyUrl = '', partnerId = null } = message;
  const { status } = progressOf(message, nowMs);
  const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs);
  const dates = { acceptedAt: new Date(acceptedAtMs), sendAt: new Date(sendAtMs), expiresAt };
  const own = { id, kind, to, from, message: text, idx, eco, parts, points, flash, subject, notifyUrl, partnerId };
  return { ...own, ...dates, status };
}
