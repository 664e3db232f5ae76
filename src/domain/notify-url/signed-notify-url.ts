import { checkFilled, checkOneOf, checkString, checkUrl, invalid } from '../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../options/table.js';
import { internationalNumber } from '../phone-number.js';
import { isIdx, whyNoIdx } from '../sending/limits.js';
import { isMarked, signFacts, withSignature } from './signature.js';

/** The fewest characters of a key. */
const MIN_KEY = 16;

/** The last moment that fits, in seconds: ten digits. */
const MAX_EXPIRES = 9_999_999_999;

/** Refuses a key that can be guessed. It is not shown. */
export function checkNotifyKey(key: unknown, path: string, operation?: string): string {
  const text = checkString(key, path, operation);
  return text.length < MIN_KEY ? invalid(path, `has fewer than ${MIN_KEY} characters`, { operation }) : text;
}

/** Refuses what is no moment, or one that does not fit. @returns it in unix seconds */
export function checkExpiry(date: unknown, path: string, operation?: string): number {
  const seconds = date instanceof Date ? Math.ceil(date.getTime() / 1000) : Number.NaN;
  return seconds > 0 && seconds <= MAX_EXPIRES ? seconds : invalid(path, 'is not a valid Date', { operation });
}

/** Refuses an address that has a signature: with a second one none of them would count. */
export function checkUnsigned(url: string, path: string, operation?: string): string {
  return isMarked(url) ? invalid(path, 'is signed already', { operation }) : url;
}

const SIGN_OPTIONS = {
  /** The secret that the handler has as its `notifyKey`, of 16 characters at least. */
  key: required(checkNotifyKey),
  /** The idx of the message, which its reports give back. */
  idx: required((idx: string, path) => (isIdx(checkFilled(idx, path)) ? idx : invalid(path, whyNoIdx(idx)))),
  /** The number of its one recipient. */
  to: required((to: string, path) =>
    internationalNumber(checkString(to, path)) === undefined ? invalid(path, 'is not a correct number') : to,
  ),
  /** The moment from which reports are refused. */
  expiresAt: required<Date, number>(checkExpiry),
  /** Where the signature is added. Use `path` if the gateway removes queries. Default: `query`. */
  place: withDefault<'query' | 'path', 'query' | 'path'>('query', (place, path) =>
    checkOneOf(place, ['query', 'path'], path),
  ),
};

/** Options of `signedNotifyUrl`. */
export interface SignOptions extends OptionsOf<typeof SIGN_OPTIONS> {}

/**
 * Creates the `notify_url` of one message. A handler with the same key (`notifyKey`) accepts only its delivery reports
 * and refuses forged ones. The gateway does not sign callbacks (specification section 6), so the address contains a
 * keyed hash (HMAC-SHA-256) of the idx, the recipient and the expiry.
 *
 * A third party who reads an address can repeat or change the reports of that one message until it expires, including
 * `messageId`, which the hash does not cover. Identify messages of signed reports by `idx` and `to`.
 *
 * @param url - an absolute http or https address; its query is preserved, a fragment is removed
 * @throws ValidationError that names the invalid argument
 *
 * @example
 * ```ts
 * import { signedNotifyUrl } from 'sms-service-client/callbacks';
 *
 * const notifyUrl = signedNotifyUrl('https://shop.example/sms', {
 *   key: process.env.NOTIFY_KEY ?? '',
 *   idx: 'order17',
 *   to: '48500100200',
 *   expiresAt: new Date(Date.now() + 7 * 86_400_000),
 * });
 * ```
 */
export function signedNotifyUrl(url: string, options: SignOptions): string {
  const address = checkUnsigned(checkUrl(url, 'url'), 'url');
  const { key, idx, to, expiresAt, place } = readOptions(options, SIGN_OPTIONS);
  return withSignature(address, signFacts({ idx, to }, key, expiresAt), place);
}
