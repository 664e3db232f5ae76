import { createHmac, timingSafeEqual } from 'node:crypto';
import { numberKey } from '../phone-number.js';
import { idxKey } from '../sending/limits.js';

/** The parts of a report that a signature holds: a stranger who does not know all of them cannot make one up. */
export interface SignedFacts {
  /** The idx of the message, without regard to case. */
  readonly idx: string;
  /** The recipient's number, in any spelling that `internationalNumber` reads. */
  readonly to: string;
}

export interface NotifySignature {
  /** Unix seconds: the first moment at which it does not count any more. */
  readonly expires: number;
  /** HMAC-SHA-256, as base64url. */
  readonly hash: string;
}

/** The names of the parameters in a query. */
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
  const given = Buffer.from(hash, 'latin1');
  // All keys are checked, so that the time does not depend on them.
  const matches = keys.map((key) => {
    const wanted = Buffer.from(signFacts(facts, key, expires).hash, 'latin1');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  return matches.includes(true) && nowMs < expires * 1000;
}

/** Puts a signature into the query of an address, or behind its path. */
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

/**
 * Finds the signature in the target of a request.
 *
 * @param parameters - of the query, by name
 * @returns `undefined` if there is none, or more than one
 */
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

/** Takes a signature off the end of a path. */
export function withoutSegment(path: string): string {
  return path.replace(SEGMENT, '');
}

export function isMarked(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return SEGMENT.test(pathname) || Object.values(SIGNATURE_FIELDS).some((name) => searchParams.has(name));
}
