import { aborterOf } from '../../errors/abort-reason.js';
import {
  AbortedError,
  type ErrorContext,
  isSmsServiceError,
  type Outcome,
  type SmsServiceError,
} from '../../errors/errors.js';
import type { TransportRequest } from '../../transport/transport.js';

/** The part of a request that says whether it may be repeated. */
type Repeatable = Pick<TransportRequest, 'idempotent' | 'mayStillRepeat'>;

/** Reads from the error of a failed attempt what became of its request; `unknown` for a foreign error. */
export function outcomeOf(error: unknown): Outcome {
  return isSmsServiceError(error) ? error.outcome : 'unknown';
}

/** Tells whether an error is of this side: the caller's will, or input that no repetition makes right. */
function isOwn({ code }: SmsServiceError): boolean {
  return code === 'ABORTED' || code === 'VALIDATION' || code === 'REQUEST_BODY';
}

/**
 * Tells whether a request may be given to a gateway once more after an attempt that failed.
 *
 * An idempotent one may be, unless the gateway said no. Any other may be only when it is certain that it was not
 * carried out: no byte had left, or the gateway says so by its code (`RATE_LIMIT`).
 */
export function mayRepeat(error: unknown, { idempotent, mayStillRepeat }: Repeatable): boolean {
  if (mayStillRepeat !== undefined && !mayStillRepeat()) return false;
  if (!isSmsServiceError(error)) return idempotent;
  if (isOwn(error)) return false;
  if (error.outcome === 'not-sent') return true;
  if (error.outcome === 'unknown') return idempotent;
  if (error.code === 'RATE_LIMIT') return true;
  // 429 of something before the gateway.
  return idempotent && error.code === 'HTTP_STATUS' && error.retryable;
}

/**
 * Tells whether the same address may do better after a pause: a certificate that is not trusted, or a proxy that does
 * not let us through, stays as it is.
 */
export function mayPass(error: unknown): boolean {
  return !isSmsServiceError(error) || error.outcome !== 'not-sent' || error.retryable;
}

const BEFORE_ANY_ADDRESS: unique symbol = Symbol('before any address');

/** Marks an error that says nothing about an address, because the request had not been given to one. */
export function beforeAnyAddress<E extends SmsServiceError>(error: E): E {
  return Object.defineProperty(error, BEFORE_ANY_ADDRESS, { value: true });
}

/** Tells whether an attempt failed in a way that says nothing about its address. */
export function isOfNoAddress(error: unknown): boolean {
  return isSmsServiceError(error) && (BEFORE_ANY_ADDRESS in error || isOwn(error));
}

/**
 * Tells whether an attempt failed for the address: nothing there answers as a gateway does. Another address may.
 */
export function isAddressFailure(error: unknown): boolean {
  if (!isSmsServiceError(error)) return true;
  if (BEFORE_ANY_ADDRESS in error) return false;
  if (error.code === 'HTTP_STATUS') return error.outcome === 'unknown' || error.retryable;
  return error.code === 'CONNECTION' || error.code === 'TIMEOUT' || error.code === 'TLS';
}

/** Stands for the error of a call that has not failed yet; a foreign transport may throw anything else. */
export const NO_FAILURE: unique symbol = Symbol('no failure');

/**
 * Of two errors of one call, the one that may be thrown for it: "not sent" would be untrue after an attempt that had
 * reached a gateway.
 */
export function errorOfCall(earlier: unknown, latest: unknown): unknown {
  if (earlier === NO_FAILURE || outcomeOf(latest) !== 'not-sent') return latest;
  const outcome = outcomeOf(earlier);
  if (outcome === 'not-sent') return latest;
  // That it was ended from this side is still what the caller has to know.
  return isSmsServiceError(latest) && latest.code === 'ABORTED' ? endedAfter(outcome, latest) : earlier;
}

/** The error of a call that was ended from this side after an attempt had failed. */
export function endedAfter(outcome: Outcome, { operation, cause }: ErrorContext): AbortedError {
  return new AbortedError(`${aborterOf(cause)} before it was tried again; ${SO_FAR[outcome]}`, outcome, {
    operation,
    cause,
  });
}

/** The outcomes of a request in words, for the message of an error. */
export const SO_FAR: Readonly<Record<Outcome, string>> = {
  'not-sent': 'nothing was sent',
  rejected: 'the gateway had refused the request',
  unknown: 'the request may have been carried out',
};
