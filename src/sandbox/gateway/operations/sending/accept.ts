import { CODES } from '../../../../domain/codes.js';
import { idxKey } from '../../../../domain/sending/limits.js';
import { STATUSES } from '../../../../domain/statuses.js';
import { type RejectedNumber, refuse } from '../../refusal/refusal.js';
import type { MessageLink } from '../../store/links.js';
import { type MessageExtras, type MessageKind, type StoredMessage } from '../../store/records/message.js';
import { roundPoints } from '../../store/records/points.js';
import type { AuthorizedCall } from '../authorized-call.js';
import { nextMessageId } from '../next-message-id.js';
import type { CommonOrder, SendOrder } from './orders.js';
import type { Recipient } from './recipients.js';

/** A message before it is sent. */
export interface PlannedMessage extends Pick<Recipient, 'to' | 'submittedTo' | 'idx'> {
  readonly text: string;
  readonly parts: number;
  readonly points: number;
  readonly links: readonly MessageLink[];
}

/** A send that was checked, but for what all kinds of it are checked for together. */
export interface SendPlan {
  readonly kind: MessageKind;
  readonly from: string;
  readonly eco: boolean;
  readonly sendAtMs: number;
  readonly extras: MessageExtras;
  /** The text of all of them as it was submitted, with its placeholders; empty for what has none. */
  readonly submittedText: string;
  readonly messages: readonly PlannedMessage[];
  readonly rejected: readonly RejectedNumber[];
}

/** A message of a send that was accepted. */
export interface SendRecord {
  /** Empty where the message was only tested and the gateway makes no ids then. */
  readonly id: string;
  /** The recipient's number with its country prefix, digits only. */
  readonly number: string;
  readonly submittedNumber: string;
  /** Points charged. */
  readonly points: number;
  /** The delivery status (401–412) that it has at once. */
  readonly status: number;
  /** The time of the call, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
  /** The time at which it was or is to be sent, in milliseconds since 1970. */
  readonly sendAtMs: number;
  /** Empty where none was given. */
  readonly idx: string;
  readonly text: string;
  /** Of the text, in UTF-16 units. */
  readonly length: number;
  readonly parts: number;
}

/** The result of a send. */
export interface SendReceipt {
  readonly messages: readonly SendRecord[];
  /** Voice messages that were sent in place of SMS. */
  readonly fallbacks: readonly SendRecord[];
  /** The numbers that were skipped, but not those that were repeated. */
  readonly invalidNumbers: readonly RejectedNumber[];
  /** Points charged for all of them. */
  readonly points: number;
}

/** An order, as far as it is looked at for all kinds together. */
type AcceptedOrder = CommonOrder & Pick<SendOrder, 'params'>;

/**
 * Refuses a send from an address that the account's IP filter does not name (section 5, rule 3).
 *
 * @throws Refusal 105
 */
export function checkAddress({ account, address }: AuthorizedCall): void {
  if (!account.allows(address)) refuse(CODES.addressNotAllowed);
}

/**
 * Accepts a send that was planned: checks its idx and its price, charges its points and keeps its messages.
 *
 * With `test` everything is checked as ever – also whether the points would do – and the receipt is that of a
 * success; but nothing is sent, charged or recorded.
 *
 * @throws Refusal 19 for so many messages that no answer could show them all, 53 for an idx that was used, 103 when
 *   the points do not do; then nothing is sent to anyone, and no idx is used up
 * @throws UnusableOption when the source of ids gives what is none, or one twice, or the script of deliveries
 *   what is no script; nothing is sent then either
 */
export function accept(call: AuthorizedCall, plan: SendPlan, order: AcceptedOrder): SendReceipt {
  const { account, settings, nowMs } = call;
  const { kind, from, eco, sendAtMs, extras, rejected } = plan;
  const { flash, subject, notifyUrl, expiresAtMs, partnerId } = extras;
  checkAnswerSize(plan.messages, order);
  if (order.checkIdx || account.uniqueIdx) checkIdxFree(plan.messages, order, call);
  const points = roundPoints(plan.messages.reduce((sum, message) => sum + message.points, 0));
  if (points > account.points) refuse(CODES.notEnoughPoints);

  const isTest = order.test === true;
  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.has(id) || account.messages.get(id) !== undefined;
  const accepted = plan.messages.map((planned) => {
    const id = isTest && settings.testIds === 'empty' ? '' : nextMessageId(settings.nextId, isTaken);
    ids.add(id);
    const { to, text, idx, parts } = planned;
    const steps = isTest ? undefined : settings.stepsOf({ username: account.username, kind, to, from, text, idx });
    // One literal for each: objects put together by spreading cost ten times as much, and there can be 100,000.
    const message: StoredMessage = {
      id,
      kind,
      to,
      from,
      text,
      idx,
      eco,
      parts,
      points: planned.points,
      operation: call.operation,
      acceptedAtMs: nowMs,
      sendAtMs,
      flash,
      subject,
      notifyUrl,
      expiresAtMs,
      partnerId,
      steps,
    };
    return { planned, message };
  });
  if (!isTest) {
    account.charge(points);
    for (const { planned, message } of accepted) {
      account.messages.add(message, settings.keepsIdx);
      for (const link of planned.links) {
        account.links.add({ ...link, messageId: message.id, to: message.to, sentAtMs: sendAtMs });
      }
    }
    const isToGroup = order.group !== undefined && order.group !== '';
    if (isToGroup || accepted.length > 1) {
      const origin = isToGroup ? 'phonebook' : (order.params ?? []).length > 0 ? 'csv_and_text' : 'csv';
      const group = order.group ?? '';
      const messages = accepted.map(({ message }) => message);
      account.addBulk({ kind, text: plan.submittedText, origin, group, sendAtMs, messages });
    }
  }
  const messages = accepted.map(({ planned: { submittedTo }, message }): SendRecord => {
    const { id, to, text, idx, parts } = message;
    return {
      id,
      number: to,
      submittedNumber: submittedTo,
      points: message.points,
      // Whatever becomes of it: the result of a send says QUEUE (section 3).
      status: STATUSES.QUEUE,
      acceptedAtMs: nowMs,
      sendAtMs,
      idx,
      text,
      length: text.length,
      parts,
    };
  });
  return { messages, fallbacks: [], invalidNumbers: rejected, points };
}

/** The most that all messages of a send come to, each with its text: a string has an end in JavaScript. */
const MAX_LENGTH = 268_435_456;
/** The most bytes of an answer that shows the texts: 32 MiB hold 10,000 of the longest, whatever is escaped in them. */
const MAX_ANSWER_BYTES = 33_554_432;
/** What a message takes in an answer, besides its text. */
const RECORD_LENGTH = 250;

/** A text of many recipients is one string in the store, and as many as there are of them in the answer. */
function checkAnswerSize(messages: readonly PlannedMessage[], { bytesOfText }: CommonOrder): void {
  const length = messages.reduce((sum, { text }) => sum + text.length + RECORD_LENGTH, 0);
  if (length > MAX_LENGTH) refuse(CODES.tooManyMessages);
  if (bytesOfText === undefined) return;
  let size = 0;
  let last = { text: '', bytes: 0 };
  for (const { text } of messages) {
    if (text !== last.text) last = { text, bytes: bytesOfText(text) };
    size += last.bytes + RECORD_LENGTH;
    if (size > MAX_ANSWER_BYTES) refuse(CODES.tooManyMessages);
  }
}

/** An idx that stands twice in one call is used before the second time; one for all of a group stands once. */
function checkIdxFree(
  messages: readonly PlannedMessage[],
  { to }: CommonOrder,
  { account, settings, nowMs }: AuthorizedCall,
): void {
  const seen = new Set<string>();
  const used = messages.filter(({ idx }) => {
    if (idx === '') return false;
    const folded = idxKey(idx);
    const isRepeated = to.length > 0 && seen.has(folded);
    seen.add(folded);
    return isRepeated || account.messages.isIdxTaken(idx, nowMs, settings.idxMemoryMs);
  });
  if (used.length === 0) return;
  const numbers = used.map(({ to: number, submittedTo }) => ({
    number,
    submittedNumber: submittedTo,
    code: CODES.idxUsed,
    message: USED,
  }));
  refuse(CODES.idxUsed, settings.listsUsedIdx ? numbers : []);
}

const USED = 'Not unique idx';
