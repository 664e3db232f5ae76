import { CODES } from '../../../../domain/codes.js';
import { isLandline } from '../../../../domain/numbering-plan.js';
import { MAX_LINKED, MAX_PARAMS, MAX_PERSONALISED } from '../../../../domain/sending/limits.js';
import { refuse } from '../../refusal/refusal.js';
import { roundPoints } from '../../store/records/points.js';
import type { AuthorizedCall } from '../authorized-call.js';
import { keepingRefusedIdx } from '../refused-idx.js';
import type { GatewaySettings } from '../settings.js';
import { accept, checkAddress, type PlannedMessage, type SendPlan, type SendReceipt } from './accept.js';
import { textWriter } from './message-text.js';
import { checkExpiration, checkNotifyUrl, whenToSend, withinHours } from './moments.js';
import { isEco, type SendOrder } from './orders.js';
import { type Addressees, addresseesOf, submittedNumbers } from './recipients.js';

const FAST_FACTOR = 1.5;

/**
 * Sends or schedules SMS and charges their points (specification section 4.1).
 *
 * The send is checked as a whole; nothing is changed before all of it is right. The order of the checks is not
 * specified; here it is: address of the caller (105) – text or template present (11, 104), `maxParts` (12) or, for a
 * binary message, text and UDH in hexadecimal (25, 30, 12), targets of links (106), place for a discount code (66) –
 * date (54, 50), hours (28, 74), expiration (56) – sender (14) – group (40, 41, 93), counts of params and idx, more
 * than four params for one recipient (18), form of the idx (27), personalised messages and those with shortened links
 * (19), `notifyUrl` (70, 72), `fallback` (8) – recipients (13, 32, 59) – discount codes (60, 61, 62, 65) – texts (11,
 * 12, 17) – idx used before (53) – points (103). A text that is longer than any that fits is refused with 12 unread.
 *
 * The receipt has an entry for each message, not for each number that was submitted: a number that is not correct is
 * skipped and a repeated one is sent to once, with the first one's params and idx (section 4.1, rules 3 to 5).
 *
 * @throws Refusal with the first code that applies; then nothing is sent to anyone
 * @throws UnusableOption when the source of ids gives what is none, or one twice; nothing is sent then either
 */
export function sendSms(call: AuthorizedCall, order: SendOrder): SendReceipt {
  return keepingRefusedIdx(call, order, () => planned(call, order));
}

function planned(call: AuthorizedCall, order: SendOrder): SendReceipt {
  const { account, settings, nowMs } = call;
  checkAddress(call);
  const writer = textWriter(order, call);
  const whenMs = whenToSend(order.sendAtMs, nowMs);
  const sendAtMs = withinHours(whenMs, order.timeRestriction ?? 'follow', account.hours);
  checkExpiration(order.expiresAtMs, sendAtMs);
  const from = account.sender(order.from ?? '', settings.variant);
  const submitted = submittedNumbers(order, call);
  checkAmounts(order, submitted.length, writer.hasShortLinks, settings);
  checkNotifyUrl(order.notifyUrl, submitted.length);
  if (order.fallback !== undefined && submitted.length !== 1) refuse(CODES.badRequest);
  const { recipients, rejected } = addresseesOf(submitted, order, call);
  const codes = discountCodes(order, recipients.length, call);

  const price = settings.prices.part * (order.fast ? FAST_FACTOR : 1);
  const messages = recipients.map((recipient, index): PlannedMessage => {
    const { text, parts, paidParts, links } = writer.write(recipient, codes[index]);
    const { to, submittedTo, idx } = recipient;
    return { to, submittedTo, idx, text, parts, links, points: roundPoints(paidParts * price) };
  });
  const { flash, notifyUrl, expiresAtMs, partnerId } = order;
  const extras = { flash, notifyUrl, expiresAtMs, partnerId };
  const submittedText = writer.submittedText;
  const plan: SendPlan = { kind: 'sms', from, eco: isEco(order), sendAtMs, extras, submittedText, messages, rejected };
  const receipt = takesFallback(order, recipients)
    ? asFallbacks(accept(call, spoken(plan, settings.prices.vms), order))
    : accept(call, plan, order);
  if (order.test !== true && order.discountGroup !== undefined) {
    account.discountCodes.use(order.discountGroup, codes.length);
  }
  return receipt;
}

function checkAmounts(
  { params = [], idx = [] }: SendOrder,
  count: number,
  hasShortLinks: boolean,
  { personalisedBy }: GatewaySettings,
): void {
  if (params.some((row) => row.length > MAX_PARAMS)) refuse(CODES.wrongCount);
  const personalised = personalisedBy === 'idx' ? Math.max(params.length, idx.length) : params.length;
  if (personalised > MAX_PERSONALISED) refuse(CODES.tooManyMessages);
  if (hasShortLinks && count > MAX_LINKED) refuse(CODES.tooManyMessages);
}

function discountCodes({ discountGroup }: SendOrder, count: number, { account }: AuthorizedCall): readonly string[] {
  return discountGroup === undefined ? [] : account.discountCodes.next(discountGroup, count);
}

function takesFallback({ fallback }: SendOrder, recipients: Addressees['recipients']): boolean {
  return fallback !== undefined && recipients.every(({ to }) => isLandline(to));
}

/** The same text as a voice message. */
function spoken(plan: SendPlan, points: number): SendPlan {
  return { ...plan, kind: 'vms', messages: plan.messages.map((message) => ({ ...message, parts: 1, points })) };
}

function asFallbacks(receipt: SendReceipt): SendReceipt {
  return { ...receipt, messages: [], fallbacks: receipt.messages };
}
