import { CODES } from '../../../../domain/codes.js';
import { refuse } from '../../refusal/refusal.js';
import type { AuthorizedCall } from '../authorized-call.js';
import { keepingRefusedIdx } from '../refused-idx.js';
import { accept, checkAddress, type SendReceipt } from './accept.js';
import { checkNotifyUrl, whenToSend, withinHours } from './moments.js';
import type { MmsOrder } from './orders.js';
import { addresseesOf, submittedNumbers } from './recipients.js';

/** The most characters of a subject (specification section 8). */
const MAX_SUBJECT_LENGTH = 30;
/** The most bytes of an MMS: 300 kB. */
const MAX_BYTES = 300 * 1024;

/** The root of a document of SMIL, behind whatever an XML document may begin with. */
const SMIL = /<smil[\s>/]/i;

/**
 * Sends or schedules MMS and charges their points (specification section 4.2).
 *
 * @throws Refusal 105 from an address that may not send, 11 without SMIL, 22 for what is none, 21 for more than 300 kB,
 *   26 for a subject of more than 30 characters, and those of every send; then nothing is sent to anyone
 * @throws UnusableOption when the source of ids gives what is none, or one twice
 */
export function sendMms(call: AuthorizedCall, order: MmsOrder): SendReceipt {
  return keepingRefusedIdx(call, order, () => planned(call, order));
}

function planned(call: AuthorizedCall, order: MmsOrder): SendReceipt {
  const { account, settings, nowMs } = call;
  const { smil, subject = '', notifyUrl } = order;
  checkAddress(call);
  if (smil === '') refuse(CODES.textNotAccepted);
  if (Buffer.byteLength(smil) > MAX_BYTES) refuse(CODES.mmsTooLarge);
  if (!SMIL.test(smil) || !settings.canShow(smil)) refuse(CODES.smilNotAccepted);
  if ([...subject].length > MAX_SUBJECT_LENGTH) refuse(CODES.subjectTooLong);
  const sendAtMs = withinHours(whenToSend(order.sendAtMs, nowMs), 'follow', account.hours);
  const from = account.sender('', settings.variant);
  const submitted = submittedNumbers(order, call);
  checkNotifyUrl(notifyUrl, submitted.length);
  const { recipients, rejected } = addresseesOf(submitted, order, call);
  const own = { text: smil, parts: 1, points: settings.prices.mms, links: [] };
  const messages = recipients.map((recipient) => ({ ...recipient, ...own }));
  const extras = { subject, notifyUrl };
  const plan = { kind: 'mms', from, eco: false, sendAtMs, extras, submittedText: subject, messages, rejected } as const;
  return accept(call, plan, order);
}
