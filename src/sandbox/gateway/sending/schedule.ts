import { CODES } from '../../../domain/codes.js';
import { latestSendMs } from '../../../domain/sending/limits.js';
import type { SendingHours } from '../store/account.js';
import { refuse } from '../store/refusal.js';

/**
 * Returns the time to send. Section 4.1, `date`: a missing or past date sends at once; the maximum is three months
 * ahead.
 */
export function whenToSend(sendAtMs: number | undefined, nowMs: number): number {
  if (sendAtMs === undefined) return nowMs;
  if (sendAtMs < 0) refuse(CODES.dateNotCorrect);
  if (sendAtMs <= nowMs) return nowMs;
  return sendAtMs > latestSendMs(nowMs) ? refuse(CODES.tooFarAhead) : sendAtMs;
}

const RESTRICTIONS: readonly string[] = ['follow', 'ignore', 'nearest_available'];
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * @throws Refusal 28 for an unknown restriction, 74 outside of the hours with `follow`
 */
export function withinHours(sendAtMs: number, restriction: string, hours: SendingHours | undefined): number {
  if (!RESTRICTIONS.includes(restriction)) refuse(CODES.timeRestrictionNotKnown);
  if (hours === undefined || restriction === 'ignore') return sendAtMs;
  const dayMs = Math.floor(sendAtMs / DAY_MS) * DAY_MS;
  const [openMs, closedMs] = [dayMs + hours.from * HOUR_MS, dayMs + hours.to * HOUR_MS];
  if (sendAtMs >= openMs && sendAtMs < closedMs) return sendAtMs;
  if (restriction === 'follow') refuse(CODES.outsideHours);
  return sendAtMs < openMs ? openMs : openMs + DAY_MS;
}

const LEAST_EXPIRATION_MS = 15 * 60 * 1000;
const MOST_EXPIRATION_MS = 72 * HOUR_MS;

/**
 * Checks the expiration: more than 15 minutes and less than 72 hours after sending (section 8).
 *
 * @throws Refusal 56
 */
export function checkExpiration(expiresAtMs: number | undefined, sendAtMs: number): void {
  if (expiresAtMs === undefined) return;
  const afterMs = expiresAtMs - sendAtMs;
  if (!(afterMs > LEAST_EXPIRATION_MS && afterMs < MOST_EXPIRATION_MS)) refuse(CODES.expirationNotAccepted);
}

/**
 * Checks the address for delivery reports: an absolute http or https URL, allowed for one number only.
 *
 * @throws Refusal 70, 72
 */
export function checkNotifyUrl(notifyUrl: string | undefined, count: number): void {
  if (notifyUrl === undefined) return;
  if (!isWebAddress(notifyUrl)) refuse(CODES.notifyUrlNotAccepted);
  if (count !== 1) refuse(CODES.notifyUrlForMany);
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
