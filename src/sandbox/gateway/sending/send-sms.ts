import { CODES } from '../../../domain/codes.js';
import { isLandline } from '../../../domain/phone-number.js';
import { roundPoints } from '../../../domain/points.js';
import { MAX_LINKED, MAX_PARAMS, MAX_PERSONALISED } from '../../../domain/sending/limits.js';
import type { AuthorizedCall } from '../call.js';
import { refuse } from '../store/refusal.js';
import { accept, checkAddress, type PlannedMessage, type SendPlan, type SendReceipt } from './accept.js';
import { textWriter } from './message-text.js';
import { isEco, type SendOrder } from './orders.js';
import { type Addressees, addresseesOf, submittedNumbers } from './recipients.js';
import { checkExpiration, checkNotifyUrl, whenToSend, withinHours } from './schedule.js';

const FAST_FACTOR = 1.5;

/**
 * Sends or schedules SMS and charges their points (specification section 4.1).
 *
 * The complete send is checked before anything is changed. The specification does not define the order of the checks.
 * It is:
 *
 * - address of the caller (105)
 * - text or template present (11, 104), `maxParts` (12); for a binary message, text and UDH in hexadecimal (25, 30, 12)
 * - targets of links (106), placeholder for a discount code (66)
 * - date (54, 50), hours (28, 74), expiration (56), sender (14)
 * - group (40, 41, 93), number of params and idx, more than four params for one recipient (18), form of the idx (27)
 * - personalized messages and those with shortened links (19), `notifyUrl` (70, 72), `fallback` (8)
 * - recipients (13, 32, 59), discount codes (60, 61, 62, 65), texts (11, 12, 17)
 * - used idx (53), points (103)
 *
 * A text that is longer than the maximum is refused with 12 without being parsed.
 *
 * The receipt has an entry per message, not per submitted number. Invalid numbers are skipped. Without
 * `allowDuplicates`, a repeated number gets one message, with the params and idx of its first occurrence (section 4.1,
 * rules 3 to 5).
 *
 * @throws Refusal with the first code that applies; nothing is sent
 * @throws UnusableOption if the option `nextId` returns an invalid or duplicate id; nothing is sent
 */
export function sendSms(call: AuthorizedCall, order: SendOrder): SendReceipt {
  const { account, settings, nowMs } = call;
  checkAddress(call);
  const writer = textWriter(order, call);
  const whenMs = whenToSend(order.sendAtMs, nowMs);
  const sendAtMs = withinHours(whenMs, order.timeRestriction ?? 'follow', account.settings.hours);
  checkExpiration(order.expiresAtMs, sendAtMs);
  const from = account.sender(order.from ?? '', settings.variant);
  const submitted = submittedNumbers(order, call);
  checkAmounts(order, submitted.length, writer.hasShortLinks);
  checkNotifyUrl(order.notifyUrl, submitted.length);
  if (order.fallback !== undefined && submitted.length !== 1) refuse(CODES.badRequest);
  const { recipients, rejected } = addresseesOf(submitted, order, call);
  const codes = discountCodes(order, recipients.length, call);

  const price = settings.pricePerPart * (order.fast ? FAST_FACTOR : 1);
  const messages = recipients.map((recipient, index): PlannedMessage => {
    const { text, parts, links } = writer.write(recipient, codes[index]);
    const { to, submittedTo, idx } = recipient;
    return { to, submittedTo, idx, text, parts, links, points: roundPoints(parts * price) };
  });
  const { flash, notifyUrl, expiresAtMs, partnerId } = order;
  const extras = { flash, notifyUrl, expiresAtMs, partnerId };
  const submittedText = writer.submittedText;
  const plan: SendPlan = { kind: 'sms', from, eco: isEco(order), sendAtMs, extras, submittedText, messages, rejected };
  const receipt = takesFallback(order, recipients)
    ? asFallbacks(accept(call, spoken(plan, settings.pricePerVms), order))
    : accept(call, plan, order);
  if (order.test !== true && order.discountGroup !== undefined) {
    account.discountCodes.use(order.discountGroup, codes.length);
  }
  return receipt;
}

function checkAmounts({ params = [] }: SendOrder, count: number, hasShortLinks: boolean): void {
  if (params.some((row) => row.length > MAX_PARAMS)) refuse(CODES.wrongCount);
  if (params.length > MAX_PERSONALISED) refuse(CODES.tooManyMessages);
  if (hasShortLinks && count > MAX_LINKED) refuse(CODES.tooManyMessages);
}

function discountCodes({ discountGroup }: SendOrder, count: number, { account }: AuthorizedCall): readonly string[] {
  return discountGroup === undefined ? [] : account.discountCodes.next(discountGroup, count);
}

function takesFallback({ fallback }: SendOrder, recipients: Addressees['recipients']): boolean {
  return fallback !== undefined && recipients.every(({ to }) => isLandline(to));
}

function spoken(plan: SendPlan, points: number): SendPlan {
  return { ...plan, kind: 'vms', messages: plan.messages.map((message) => ({ ...message, parts: 1, points })) };
}

function asFallbacks(receipt: SendReceipt): SendReceipt {
  return { ...receipt, messages: [], fallbacks: receipt.messages };
}
