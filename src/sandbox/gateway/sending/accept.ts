import { CODES } from '../../../domain/codes.js';
import { roundPoints } from '../../../domain/points.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { type AuthorizedCall, nextMessageId } from '../call.js';
import type { MessageExtras, MessageKind, MessageLink, StoredMessage } from '../store/message.js';
import { type RejectedNumber, refuse } from '../store/refusal.js';
import type { CommonOrder, SendOrder } from './orders.js';
import type { Recipient } from './recipients.js';

export interface PlannedMessage extends Pick<Recipient, 'to' | 'submittedTo' | 'idx'> {
  readonly text: string;
  readonly parts: number;
  readonly points: number;
  readonly links: readonly MessageLink[];
}

export interface SendPlan {
  readonly kind: MessageKind;
  readonly from: string;
  readonly eco: boolean;
  readonly sendAtMs: number;
  readonly extras: MessageExtras;
  readonly submittedText: string;
  readonly messages: readonly PlannedMessage[];
  readonly rejected: readonly RejectedNumber[];
}

export interface SendReceipt {
  readonly messages: readonly StoredMessage[];
  /** Voice messages that were sent instead of SMS. */
  readonly fallbacks: readonly StoredMessage[];
  readonly invalidNumbers: readonly RejectedNumber[];
  readonly points: number;
}

type AcceptedOrder = CommonOrder & Pick<SendOrder, 'params'>;

export function checkAddress({ account, address }: AuthorizedCall): void {
  if (!account.allows(address)) refuse(CODES.addressNotAllowed);
}

/**
 * Accepts a send: checks the idx and the price, charges the points and stores the messages. With `test` it only checks.
 *
 * @throws Refusal 19 if the response would be too large, 53 for a used idx, 103 for too few points
 * @throws UnusableOption if the option `nextId` or `deliveryScript` returns an invalid value
 */
export function accept(call: AuthorizedCall, plan: SendPlan, order: AcceptedOrder): SendReceipt {
  const { account, settings } = call;
  checkResponseSize(plan.messages, order);
  if (order.checkIdx) checkIdxFree(plan.messages, order, call);
  const points = roundPoints(plan.messages.reduce((sum, message) => sum + message.points, 0));
  if (points > account.points) refuse(CODES.notEnoughPoints);

  const isTest = order.test === true;
  const ids = new Set<string>();
  const exists = (id: string): boolean => ids.has(id) || account.messages.get(id) !== undefined;
  const messages = plan.messages.map((planned) => {
    const id = isTest && settings.testIds === 'empty' ? '' : nextMessageId(settings, exists);
    ids.add(id);
    return storedMessage(call, plan, planned, id, isTest);
  });
  if (!isTest) store(call, plan, order, messages, points);
  return { messages, fallbacks: [], invalidNumbers: plan.rejected, points };
}

function storedMessage(
  { account, settings, operation, nowMs }: AuthorizedCall,
  { kind, from, eco, sendAtMs, extras }: SendPlan,
  { to, submittedTo, text, idx, parts, points }: PlannedMessage,
  id: string,
  isTest: boolean,
): StoredMessage {
  const { flash, subject, notifyUrl, expiresAtMs, partnerId } = extras;
  const facts = { username: account.username, kind, to, from, text, idx };
  // One literal: object spread takes ten times as long, and there can be 100,000 messages.
  return {
    id,
    kind,
    to,
    submittedTo,
    from,
    text,
    idx,
    eco,
    parts,
    points,
    operation,
    acceptedAtMs: nowMs,
    sendAtMs,
    flash,
    subject,
    notifyUrl,
    expiresAtMs,
    partnerId,
    steps: isTest ? undefined : settings.deliveryScript(facts),
  };
}

function store(
  { account }: AuthorizedCall,
  { kind, sendAtMs, submittedText, messages: planned }: SendPlan,
  { group = '', params = [] }: AcceptedOrder,
  messages: readonly StoredMessage[],
  points: number,
): void {
  account.charge(points);
  if (group !== '' || messages.length > 1) {
    const origin = group !== '' ? 'phonebook' : params.length > 0 ? 'csv_and_text' : 'csv';
    account.addBulk({ kind, text: submittedText, origin, group, sendAtMs, messages });
  }
  for (const [index, message] of messages.entries()) {
    account.messages.add(message);
    for (const link of planned[index]?.links ?? []) {
      account.links.add({ ...link, messageId: message.id, to: message.to, sentAtMs: sendAtMs });
    }
  }
}

/** The maximum number of characters of all messages of a send, because JavaScript limits the length of a string. */
const MAX_LENGTH = 268_435_456;
/** The maximum number of bytes of a response with texts: 32 MiB hold 10,000 texts of maximum length. */
const MAX_RESPONSE_BYTES = 33_554_432;
const RECORD_LENGTH = 250;

function checkResponseSize(messages: readonly PlannedMessage[], { bytesOfText }: CommonOrder): void {
  const length = messages.reduce((sum, { text }) => sum + text.length + RECORD_LENGTH, 0);
  if (length > MAX_LENGTH) refuse(CODES.tooManyMessages);
  if (bytesOfText === undefined) return;
  let size = 0;
  let last = { text: '', bytes: 0 };
  for (const { text } of messages) {
    if (text !== last.text) last = { text, bytes: bytesOfText(text) };
    size += last.bytes + RECORD_LENGTH;
    if (size > MAX_RESPONSE_BYTES) refuse(CODES.tooManyMessages);
  }
}

function checkIdxFree(
  messages: readonly PlannedMessage[],
  { to }: CommonOrder,
  { account, settings, nowMs }: AuthorizedCall,
): void {
  const seen = new Set<string>();
  const used = messages.filter(({ idx }) => {
    if (idx === '') return false;
    const key = idxKey(idx);
    const isRepeated = to.length > 0 && seen.has(key);
    seen.add(key);
    return isRepeated || account.messages.isIdxTaken(idx, nowMs, settings.usedIdxHours);
  });
  if (used.length === 0) return;
  const numbers = used.map(({ to: number, submittedTo: submittedNumber }) => {
    return { number, submittedNumber, code: CODES.idxUsed, message: 'Not unique idx' };
  });
  refuse(CODES.idxUsed, settings.listsUsedIdx ? numbers : []);
}
