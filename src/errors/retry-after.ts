/** The longest time that is believed: a day. */
const MAX_MS = 86_400_000;

/**
 * Reads the header `Retry-After`: whole seconds or a date (RFC 9110 section 10.2.3).
 *
 * @param now - the current time in unix milliseconds
 * @returns milliseconds from now, at most a day; `undefined` where there is none or it makes no sense
 */
export function retryAfterMs(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_MS);
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), MAX_MS);
}
