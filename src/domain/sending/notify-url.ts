import { createHmac, timingSafeEqual } from 'node:crypto';
import { checkFilled, checkOneOf, checkString, checkUrl, invalid } from '../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../options/table.js';
import { internationalNumber, numberKey } from '../phone-number.js';
import { idxKey, isIdx, whyNoIdx } from './limits.js';

/** The parts of a report that a signature holds: a stranger who does not know all of them cannot make one up. */
interface SignedFacts {
  /** The idx of the message, without regard to case. */
  readonly idx: string;
  /** The recipient's number, in any spelling that `internationalNumber` reads. */
  readonly to: string;
}

export interface NotifySignature {
  /** Unix seconds: the first moment at which it does not count any more. */
  readonly expires: number;
  readonly hash: string;
}

export const SIGNATURE_FIELDS = { expires: 'sms-expires', hash: 'sms-signature' } as const;

const SEGMENT = /\/sms-([1-9]\d{0,9})-([\w-]{43})$/;
const SECONDS = /^[1-9]\d{0,9}$/;
const HASH = /^[\w-]{43}$/;

/** Makes a signature. @param expires - unix seconds */
export function signFacts({ idx, to }: SignedFacts, key: string, expires: number): NotifySignature {
  const text = JSON.stringify(['sms-service-client notify 1', idxKey(idx), numberKey(to), expires]);
  return { expires, hash: createHmac('sha256', key).update(text).digest('base64url') };
}

export function isSignatureOf(
  { expires, hash }: NotifySignature,
  facts: SignedFacts,
  keys: readonly string[],
  nowMs: number,
): boolean {
  const input = Buffer.from(hash, 'latin1');
  // All keys are checked, so that the time does not depend on them.
  const matches = keys.map((key) => {
    const wanted = Buffer.from(signFacts(facts, key, expires).hash, 'latin1');
    return input.length === wanted.length && timingSafeEqual(input, wanted);
  });
  return matches.includes(true) && nowMs < expires * 1000;
}

export function withSignature(url: string, { expires, hash }: NotifySignature, place: 'query' | 'path'): string {
  const signed = new URL(url);
  // A gateway that adds its parameters behind it would add them to nothing.
  signed.hash = '';
  if (place === 'path') signed.pathname = `${signed.pathname.replace(/\/$/, '')}/sms-${expires}-${hash}`;
  else {
    // The existing query is not changed.
    const added = `${SIGNATURE_FIELDS.expires}=${expires}&${SIGNATURE_FIELDS.hash}=${hash}`;
    signed.search = signed.search === '' ? added : `${signed.search}&${added}`;
  }
  return signed.href;
}

/** Finds the signature in the target of a request; `undefined` if there is none, or more than one. */
export function signatureIn(
  path: string,
  parameters: readonly (readonly [string, string])[],
): NotifySignature | undefined {
  const [, pathExpires, pathHash] = SEGMENT.exec(path) ?? [];
  const all = (name: string): readonly string[] => parameters.filter(([one]) => one === name).map(([, value]) => value);
  const [expires, hash] = [all(SIGNATURE_FIELDS.expires), all(SIGNATURE_FIELDS.hash)];
  if (pathExpires !== undefined && pathHash !== undefined) {
    return expires.length + hash.length > 0 ? undefined : { expires: Number(pathExpires), hash: pathHash };
  }
  const [[seconds = '', ...moreSeconds], [text = '', ...moreHashes]] = [expires, hash];
  if (moreSeconds.length + moreHashes.length > 0 || !SECONDS.test(seconds) || !HASH.test(text)) return undefined;
  return { expires: Number(seconds), hash: text };
}

export function withoutSegment(path: string): string {
  return path.replace(SEGMENT, '');
}

function isMarked(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return SEGMENT.test(pathname) || Object.values(SIGNATURE_FIELDS).some((name) => searchParams.has(name));
}

const MIN_KEY = 16;

const MAX_EXPIRES = 9_999_999_999;

export function checkNotifyKey(key: unknown, path: string, operation?: string): string {
  const text = checkString(key, path, operation);
  return text.length < MIN_KEY ? invalid(path, `has fewer than ${MIN_KEY} characters`, { operation }) : text;
}

export function checkExpiry(date: unknown, path: string, operation?: string): number {
  const seconds = date instanceof Date ? Math.ceil(date.getTime() / 1000) : Number.NaN;
  return seconds > 0 && seconds <= MAX_EXPIRES ? seconds : invalid(path, 'must be a valid Date', { operation });
}

/** Refuses an address that has a signature: with a second one none of them would count. */
export function checkUnsigned(url: string, path: string, operation?: string): string {
  return isMarked(url) ? invalid(path, 'is already signed', { operation }) : url;
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
  /** The place of the signature. Use `path` if the gateway removes queries. Default: `query`. */
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
 * A third party that reads an address can repeat or change the reports of that one message until it expires, including
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
