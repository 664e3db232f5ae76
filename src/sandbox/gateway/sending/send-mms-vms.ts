import { CODES } from '../../../domain/codes.js';
import type { AuthorizedCall } from '../call.js';
import { refuse } from '../store/refusal.js';
import { accept, checkAddress, type SendPlan, type SendReceipt } from './accept.js';
import type { MmsOrder, VmsOrder } from './orders.js';
import { addresseesOf, submittedNumbers } from './recipients.js';
import { checkNotifyUrl, isWebAddress, whenToSend, withinHours } from './schedule.js';

/** The maximum length of a subject (specification section 8). */
const MAX_SUBJECT_LENGTH = 30;
const MAX_BYTES = 300 * 1024;

const SMIL = /<smil[\s>/]/i;

/**
 * Sends or schedules MMS and charges their points (specification section 4.2). If it throws, nothing is sent.
 *
 * @throws Refusal 105 from an address that may not send, 11 without SMIL, 22 for invalid SMIL, 21 for more than 300 kB,
 *   26 for a subject of more than 30 characters, and the codes of every send
 * @throws UnusableOption if the option `nextId` returns an invalid or duplicate id
 */
export function sendMms(call: AuthorizedCall, order: MmsOrder): SendReceipt {
  const { settings } = call;
  const { smil, subject = '' } = order;
  checkAddress(call);
  if (smil === '') refuse(CODES.textNotAccepted);
  if (Buffer.byteLength(smil) > MAX_BYTES) refuse(CODES.mmsTooLarge);
  if (!SMIL.test(smil) || !settings.canShow(smil)) refuse(CODES.smilNotAccepted);
  if ([...subject].length > MAX_SUBJECT_LENGTH) refuse(CODES.subjectTooLong);
  const content = { kind: 'mms', text: smil, subject, submittedText: subject, points: settings.pricePerMms } as const;
  return acceptContent(call, order, content);
}

/** Call attempts (specification section 8). */
const ATTEMPTS = { least: 1, most: 6 };
/** Seconds between attempts (specification section 8). */
const INTERVAL_SECONDS = { least: 300, most: 7200 };

/**
 * Sends or schedules voice messages and charges their points (specification section 4.3). If it throws, nothing is
 * sent.
 *
 * @throws Refusal 105 from an address that may not send, 11 with neither text nor file, 24 for a file that is not a
 *   wave file, 8 for attempts outside 1 to 6 and intervals outside 300 to 7200 seconds, 55 if only landlines are
 *   allowed and there are none, and the codes of every send
 * @throws UnusableOption if the option `nextId` returns an invalid or duplicate id
 */
export function sendVms(call: AuthorizedCall, order: VmsOrder): SendReceipt {
  const { settings } = call;
  const { attempts, intervalSeconds } = order;
  checkAddress(call);
  const text = contentOf(order);
  if (!settings.canShow(text)) refuse(CODES.textNotAccepted);
  checkRange(attempts, ATTEMPTS);
  checkRange(intervalSeconds, INTERVAL_SECONDS);
  return acceptContent(call, order, { kind: 'vms', text, submittedText: text, points: settings.pricePerVms });
}

interface Content extends Pick<SendPlan, 'kind' | 'submittedText'> {
  readonly text: string;
  readonly subject?: string;
  readonly points: number;
}

function acceptContent(
  call: AuthorizedCall,
  order: MmsOrder | VmsOrder,
  { kind, text, subject, submittedText, points }: Content,
): SendReceipt {
  const { account, settings, nowMs } = call;
  const { notifyUrl } = order;
  const sendAtMs = withinHours(whenToSend(order.sendAtMs, nowMs), 'follow', account.settings.hours);
  const from = account.sender('', settings.variant);
  const submitted = submittedNumbers(order, call);
  checkNotifyUrl(notifyUrl, submitted.length);
  const { recipients, rejected } = addresseesOf(submitted, order, call);
  const messages = recipients.map((recipient) => ({ ...recipient, text, parts: 1, points, links: [] }));
  const extras = { subject, notifyUrl };
  return accept(call, { kind, from, eco: false, sendAtMs, extras, submittedText, messages, rejected }, order);
}

/** Returns the text to speak, the link to a file, or the size of the file in bytes. */
function contentOf({ tts = '', file }: VmsOrder): string {
  if (tts !== '') return tts;
  if (file === undefined || file.length === 0) return refuse(CODES.textNotAccepted);
  if (typeof file === 'string') return isWebAddress(file) ? file : refuse(CODES.fileNotAccepted);
  return isWave(file) ? `${file.length} bytes` : refuse(CODES.fileNotAccepted);
}

function isWave(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return head.startsWith('RIFF') && head.endsWith('WAVE') && head.length === 12;
}

function checkRange(value: number | undefined, { least, most }: typeof ATTEMPTS): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) refuse(CODES.badRequest);
}
