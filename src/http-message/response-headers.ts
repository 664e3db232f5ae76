import { redact, type SecretSource } from '../redact/redact.js';

/** The longest time that is believed: a day. */
const MAX_MS = 86_400_000;

/** The three forms of an HTTP date (RFC 9110 section 5.6.7). The third one does not name GMT. */
const DATE =
  /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$|^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/;

/**
 * Parses the header `Retry-After`: seconds or a date (RFC 9110 section 10.2.3).
 *
 * @param now - the current time in unix milliseconds
 * @returns milliseconds from now, at most a day; `undefined` if the header is missing or invalid
 */
export function retryAfterMs(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_MS);
  const date = dateOf(text);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), MAX_MS);
}

function dateOf(text: string): number {
  if (DATE.test(text)) return Date.parse(text);
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

interface RedirectHead {
  readonly headers: Readonly<Record<string, string>>;
  readonly sent?: { readonly url: string } | undefined;
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns the target of a redirect, without user, query and fragment; `undefined` if there is none, or if it contains
 * data of the request.
 */
export function redirectTarget({ headers, sent }: RedirectHead, source: SecretSource): string | undefined {
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, sent?.url)) return undefined;
  const { origin, pathname, protocol } = new URL(location, sent?.url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const target = origin + pathname;
  return redact(target, source.secrets()) === target ? target : undefined;
}
