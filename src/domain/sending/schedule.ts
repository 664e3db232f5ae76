import { MAX_MONTHS_AHEAD } from './limits.js';

/** The last moment that a message may be scheduled for (specification section 8), in milliseconds since 1970. */
export function latestSendMs(nowMs: number): number {
  return monthsAfter(nowMs, MAX_MONTHS_AHEAD);
}

/**
 * Returns the same time of day some calendar months later (UTC), or on the last day of a shorter month.
 *
 * @param ms - milliseconds since 1970
 */
export function monthsAfter(ms: number, months: number): number {
  const date = new Date(ms);
  const later = new Date(ms);
  later.setUTCMonth(date.getUTCMonth() + months);
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0);
  return later.getTime();
}
