import { CODES } from '../../../../domain/codes.js';
import { refuse } from '../../refusal/refusal.js';
import type { AuthorizedCall } from '../authorized-call.js';
import { keepingRefusedIdx } from '../refused-idx.js';
import { accept, checkAddress, type SendReceipt } from './accept.js';
import { checkNotifyUrl, isWebAddress, whenToSend, withinHours } from './moments.js';
import type { VmsOrder } from './orders.js';
import { addresseesOf, submittedNumbers } from './recipients.js';

/** Attempts to call (specification section 8). */
const ATTEMPTS = { least: 1, most: 6 };
/** Seconds between them (specification section 8). */
const INTERVAL_SECONDS = { least: 300, most: 7200 };

/**
 * Sends or schedules voice messages and charges their points (specification section 4.3).
 *
 * @throws Refusal 105 from an address that may not send, 11 with neither text nor file, 24 for a file that is no wave
 *   file, 8 for other attempts than 1 to 6 and other intervals than 300 to 7200 seconds, 55 where only landlines are
 *   wanted and there are none, and those of every send; then nothing is sent to anyone
 * @throws UnusableOption when the source of ids gives what is none, or one twice
 */
export function sendVms(call: AuthorizedCall, order: VmsOrder): SendReceipt {
  return keepingRefusedIdx(call, order, () => planned(call, order));
}

function planned(call: AuthorizedCall, order: VmsOrder): SendReceipt {
  const { account, settings, nowMs } = call;
  const { notifyUrl, attempts, intervalSeconds } = order;
  checkAddress(call);
  const text = contentOf(order);
  if (!settings.canShow(text)) refuse(CODES.textNotAccepted);
  checkRange(attempts, ATTEMPTS);
  checkRange(intervalSeconds, INTERVAL_SECONDS);
  const sendAtMs = withinHours(whenToSend(order.sendAtMs, nowMs), 'follow', account.hours);
  const from = account.sender('', settings.variant);
  const submitted = submittedNumbers(order, call);
  checkNotifyUrl(notifyUrl, submitted.length);
  const { recipients, rejected } = addresseesOf(submitted, order, call);
  const own = { text, parts: 1, points: settings.prices.vms, links: [] };
  const messages = recipients.map((recipient) => ({ ...recipient, ...own }));
  const extras = { notifyUrl };
  const plan = { kind: 'vms', from, eco: false, sendAtMs, extras, submittedText: text, messages, rejected } as const;
  return accept(call, plan, order);
}

/** The text that is spoken, the link to a file, or the number of its bytes. */
function contentOf({ tts = '', file }: VmsOrder): string {
  if (tts !== '') return tts;
  if (file === undefined || file.length === 0) return refuse(CODES.textNotAccepted);
  if (typeof file === 'string') return isWebAddress(file) ? file : refuse(CODES.fileNotAccepted);
  return isWave(file) ? `${file.length} bytes` : refuse(CODES.fileNotAccepted);
}

/** Tells whether a file begins as wave files do. */
function isWave(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return head.startsWith('RIFF') && head.endsWith('WAVE') && head.length === 12;
}

function checkRange(value: number | undefined, { least, most }: typeof ATTEMPTS): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) refuse(CODES.badRequest);
}
