import { CODES } from '../../../domain/codes.js';
import { internationalNumber } from '../../../domain/phone-number.js';
import { isHex, isIdx, MAX_LINKED, MAX_PARAMS, MAX_PERSONALISED } from '../../../domain/sending/limits.js';
import { countMessageParts, MAX_PARTS, MAX_TEXT_LENGTH } from '../../../domain/sending/message-parts.js';
import { hasShortLink } from '../../../domain/sending/placeholders.js';
import { latestSendMs } from '../../../domain/sending/schedule.js';
import { roundPoints } from '../store/points.js';
import { Refusal, type RefusalCode } from '../store/refusal.js';
import { filledLength, fillIn } from './filled-text.js';
import { isEco, type ParamRow, type SendOrder } from './send-order.js';

/** The account and the gateway, as far as a send is checked by them. */
export interface SendContext {
  readonly nowMs: number;
  /** Points available. */
  readonly points: number;
  readonly pricePerPart: number;
  /** Tells whether a text could be shown again; see `GatewaySettings`. */
  readonly canShow: (text: string) => boolean;
  /** The sender name to use. @throws Refusal 14 when it is not the account's */
  sender(asked: string): string;
  /** Tells whether an idx may not be used again; `undefined` where the account does not check it. */
  readonly isIdxTaken: ((idx: string) => boolean) | undefined;
}

/** A message of a plan. */
interface PlannedMessage {
  /** The number with its country prefix, digits only. */
  readonly to: string;
  readonly text: string;
  readonly idx: string;
  readonly parts: number;
  readonly points: number;
}

/** The messages of an accepted send, before they are sent. */
export interface SendPlan {
  readonly from: string;
  readonly eco: boolean;
  readonly sendAtMs: number;
  readonly messages: readonly PlannedMessage[];
  /** The sum of all points. */
  readonly points: number;
}

const FAST_FACTOR = 1.5;

/**
 * Checks a send as a whole, and plans it; nothing is changed by it.
 *
 * The order of the checks is not specified; here it is: text present (11) or, for a binary message, text and UDH in
 * hexadecimal (30) – date (54, 50) – sender (14) – counts of params and idx (18), more than four params for one
 * recipient (18), personalised messages and those with shortened links (19), form of the idx (27) – recipients (13) –
 * texts (11, 12) – idx used before (53) – points (103). A text that is longer than any that fits is refused with 12
 * unread. A number that is not correct is skipped, a repeated one is sent to once, with the first one's params and idx
 * (section 4.1, rules 3 to 5).
 *
 * @throws Refusal with the first code that applies
 */
export function planSend(order: SendOrder, context: SendContext): SendPlan {
  if (order.message === '') refuse(CODES.textNotAccepted);
  const measure = order.binary ? binaryMeasure(order) : textMeasure(order, context.canShow);
  const sendAtMs = whenToSend(order.sendAtMs, context.nowMs);
  const from = context.sender(order.from ?? '');
  checkCounts(order);
  const recipients = correctRecipients(order);
  if (recipients.length === 0) refuse(CODES.noCorrectNumber);

  const price = context.pricePerPart * (order.fast ? FAST_FACTOR : 1);
  const messages = recipients.map(({ to, row, idx }): PlannedMessage => {
    const { text, parts } = measure(row);
    return { to, text, idx, parts, points: roundPoints(parts * price) };
  });
  if (context.isIdxTaken !== undefined) checkIdxFree(messages, context.isIdxTaken);
  const points = roundPoints(messages.reduce((sum, message) => sum + message.points, 0));
  if (points > context.points) refuse(CODES.notEnoughPoints);
  return { from, eco: isEco(order), sendAtMs, messages, points };
}

function refuse(code: RefusalCode): never {
  throw new Refusal(code);
}

/** Section 4.1, `date`: a past one, and none, sends at once; at most three months ahead. */
function whenToSend(sendAtMs: number | undefined, nowMs: number): number {
  if (sendAtMs === undefined) return nowMs;
  if (sendAtMs < 0) refuse(CODES.dateNotCorrect);
  if (sendAtMs <= nowMs) return nowMs;
  return sendAtMs > latestSendMs(nowMs) ? refuse(CODES.tooFarAhead) : sendAtMs;
}

function checkCounts({ to, params = [], idx = [], message }: SendOrder): void {
  if (params.length > 0 && params.length !== to.length) refuse(CODES.wrongCount);
  if (idx.length > 0 && idx.length !== to.length) refuse(CODES.wrongCount);
  if (params.some((row) => row.length > MAX_PARAMS)) refuse(CODES.wrongCount);
  if (params.length > MAX_PERSONALISED) refuse(CODES.tooManyMessages);
  if (to.length > MAX_LINKED && hasShortLink(message)) refuse(CODES.tooManyMessages);
  if (!idx.every(isIdx)) refuse(CODES.idxNotAccepted);
}

interface Recipient {
  readonly to: string;
  readonly row: ParamRow | undefined;
  readonly idx: string;
}

function correctRecipients({ to, params = [], idx = [] }: SendOrder): readonly Recipient[] {
  const recipients = new Map<string, Recipient>();
  to.forEach((given, index) => {
    const number = internationalNumber(given);
    if (number === undefined || recipients.has(number)) return;
    recipients.set(number, { to: number, row: params[index], idx: idx[index] ?? '' });
  });
  return [...recipients.values()];
}

interface Measured {
  readonly text: string;
  readonly parts: number;
}

/** @throws Refusal 11 or 12 for a text that may not be sent */
type Measure = (row: ParamRow | undefined) => Measured;

/** The longest text with placeholders: as if each character of the longest text were one. */
const MAX_TEMPLATE = MAX_TEXT_LENGTH * '[%1%]'.length;

function textMeasure({ message, noUnicode, single }: SendOrder, canShow: SendContext['canShow']): Measure {
  const measured = (text: string): Measured => {
    if (text === '') refuse(CODES.textNotAccepted);
    if (text.length > MAX_TEXT_LENGTH) refuse(CODES.tooManyParts);
    // Kept, it would spoil every later history.
    if (!canShow(text)) refuse(CODES.textNotAccepted);
    const { encoding, parts, fits } = countMessageParts(text);
    if (noUnicode && encoding === 'ucs2') refuse(CODES.textNotAccepted);
    if (!fits || (single && parts > 1)) refuse(CODES.tooManyParts);
    return { text, parts };
  };
  let same: Measured | undefined;
  return (row) => {
    if (row === undefined) return (same ??= measured(message));
    // Asked before anything is filled in: a few placeholders and a long value make a text that fills the memory.
    if (message.length > MAX_TEMPLATE || filledLength(message, row) > MAX_TEXT_LENGTH) refuse(CODES.tooManyParts);
    return measured(fillIn(message, row));
  };
}

/** The bytes that one part carries, UDH included (GSM 03.40). */
const PART_BYTES = 140;

/** A binary message: its UDH goes with every part, its placeholders stay as they are. */
function binaryMeasure({ message, udh = '', single }: SendOrder): Measure {
  if (!isHex(message) || !isHex(udh)) refuse(CODES.notHexadecimal);
  const room = PART_BYTES - udh.length / 2;
  if (room <= 0) refuse(CODES.notHexadecimal);
  const parts = Math.ceil(message.length / 2 / room);
  return () => (parts > (single ? 1 : MAX_PARTS.current) ? refuse(CODES.tooManyParts) : { text: message, parts });
}

/** An idx that stands twice in one call is used before the second time. */
function checkIdxFree(messages: readonly PlannedMessage[], isTaken: (idx: string) => boolean): void {
  const seen = new Set<string>();
  for (const { idx } of messages) {
    if (idx === '') continue;
    const folded = idx.toLowerCase();
    if (seen.has(folded) || isTaken(idx)) refuse(CODES.idxUsed);
    seen.add(folded);
  }
}
