import { text } from '../../domain/check-values.js';
import { TWO_WAY } from '../../domain/sending/limits.js';
import { checkFilled, entriesOf, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { phoneNumber } from '../core/sent-messages.js';
import type { Gateway } from '../gateway/gateway.js';
import { isScheduled, type StoredMessage } from '../gateway/store/message.js';
import type { SentFile } from './callback-calls.js';
import type { CallbackSender } from './sender.js';
import type { Targets } from './targets.js';

const TWO_WAY_NUMBER = '48500000000';
/** How long a reply to a 2way message is assigned to the account (section 8). */
const REPLY_MS = 24 * 60 * 60 * 1000;

const COMMON = {
  /**
   * The username of the receiving account. Default: the sender of the original message, otherwise the first account.
   */
  username: optional(checkFilled),
  /** The sender's number. Default: the recipient of the original message. Required without `replyTo`. */
  from: optional(phoneNumber),
  /** The number that receives the message. Default: `48500000000`. */
  to: withDefault(TWO_WAY_NUMBER, phoneNumber),
};

const SMS = {
  ...COMMON,
  text: required(text),
  /** The id of the 2way message that this replies to. Default: none; the message is sent to a dedicated number. */
  replyTo: optional(checkFilled),
};

const FILE = {
  name: required(checkFilled),
  /** Its media type. Default: `application/octet-stream`. */
  type: withDefault('application/octet-stream', checkFilled),
  bytes: required((bytes: Uint8Array, path: string) =>
    bytes instanceof Uint8Array ? bytes : invalid(path, 'must be a Uint8Array'),
  ),
  /** The name of its part, which the specification does not define. Default: `file0`, `file1`, … */
  field: optional(checkFilled),
};

const MMS = {
  ...COMMON,
  /** Default: empty. */
  subject: withDefault('', text),
  /** Its files. Default: none. */
  files: withDefault<readonly ReceivedFile[], readonly SentFile[]>([], files),
};

/** A file of an incoming MMS. */
export interface ReceivedFile extends OptionsOf<typeof FILE> {}

/** An incoming SMS. */
export interface ReceivedSms extends OptionsOf<typeof SMS> {}

/** An incoming MMS. */
export interface ReceivedMms extends OptionsOf<typeof MMS> {}

interface Receiving {
  readonly gateway: Gateway;
  readonly targets: Targets;
  readonly sender: CallbackSender;
}

export function receiveMessage(receiving: Receiving, input: ReceivedSms | ReceivedMms): boolean {
  return 'text' in input ? receiveSms(receiving, input) : receiveMms(receiving, input);
}

function receiveSms({ gateway, targets, sender }: Receiving, input: ReceivedSms): boolean {
  const nowMs = gateway.nowMs();
  const { text: content, replyTo, to, ...sms } = readOptions(input, SMS, { what: 'the message' });
  const answered = replyTo === undefined ? undefined : twoWayMessage(gateway, replyTo, sms.username, nowMs);
  const from = sms.from ?? answered?.message.to ?? invalid('from', 'is missing');
  if (answered !== undefined && answered.message.to !== from) invalid('from', 'must be the recipient of the message');
  const username = answered?.username ?? usernameOf(gateway, sms.username);
  if (answered !== undefined && nowMs - answered.message.sendAtMs > REPLY_MS) return false;
  const receivedAt = new Date(nowMs);
  const facts = { from, to, text: content, receivedAt, username, messageId: replyTo ?? null };
  const event = { type: 'incoming-sms', ...facts, unknownFields: {} } as const;
  const target = targets.ofAccount(username, 'incomingSms');
  if (target !== undefined) sender.add({ kind: event.type, username, target, make: () => event }, nowMs);
  return true;
}

function receiveMms({ gateway, targets, sender }: Receiving, input: ReceivedMms): boolean {
  const nowMs = gateway.nowMs();
  const { subject, files: sent, to, ...mms } = readOptions(input, MMS, { what: 'the message' });
  const from = mms.from ?? invalid('from', 'is missing');
  const username = usernameOf(gateway, mms.username);
  const receivedAt = new Date(nowMs);
  const event = { type: 'incoming-mms', from, to, subject, receivedAt, files: [], unknownFields: {} } as const;
  const target = targets.ofAccount(username, 'incomingMms');
  if (target !== undefined) sender.add({ kind: event.type, username, target, files: sent, make: () => event }, nowMs);
  return true;
}

function usernameOf({ accounts }: Gateway, username: string | undefined): string {
  const [first] = accounts.all();
  const account = username === undefined ? first : accounts.get(username);
  return account?.username ?? invalid('username', 'no account has this name');
}

function twoWayMessage(
  { accounts }: Gateway,
  id: string,
  username: string | undefined,
  nowMs: number,
): { readonly username: string; readonly message: StoredMessage } {
  for (const account of accounts.all()) {
    const message = username === undefined || username === account.username ? account.messages.get(id) : undefined;
    if (message === undefined) continue;
    if (message.from !== TWO_WAY) invalid('replyTo', 'must be the id of a 2way message');
    if (isScheduled(message, nowMs)) invalid('replyTo', 'this message was not sent yet');
    return { username: account.username, message };
  }
  return invalid('replyTo', 'no message has this id');
}

function files(input: readonly ReceivedFile[], path: string): readonly SentFile[] {
  return entriesOf(input, path).map(([each, file], index) => {
    const { field = `file${index}`, ...read } = readOptions(file, FILE, { path: each });
    return { ...read, field };
  });
}
