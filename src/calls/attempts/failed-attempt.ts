import {
  AbortedError,
  type ConnectionError,
  type ErrorContext,
  isSmsServiceError,
  type Outcome,
  type SmsServiceError,
} from '../../errors/errors.js';
import { aborterOf, ofAnotherRequest } from '../../errors/transport-errors.js';
import type { Certainty, TransportRequest, TransportResponse } from '../../transport/transport.js';

type Repeatable = Pick<TransportRequest, 'idempotent' | 'mayStillRepeat'>;

export function outcomeOf(error: unknown): Outcome {
  return isSmsServiceError(error) ? error.outcome : 'unknown';
}

function isOwn({ code }: SmsServiceError): boolean {
  return code === 'ABORTED' || code === 'VALIDATION' || code === 'REQUEST_BODY';
}

/**
 * Returns true if a request may be sent again after a failed attempt: an idempotent request unless the gateway refused
 * it; any other request only if it was certainly not executed, because no byte was sent or the gateway's code says so
 * (`RATE_LIMIT`).
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

/** Returns true if the same address may succeed later. */
export function mayPass(error: unknown): boolean {
  return !isSmsServiceError(error) || error.outcome !== 'not-sent' || error.retryable;
}

const BEFORE_ANY_ADDRESS: unique symbol = Symbol('before any address');

/** Marks an error that says nothing about an address, because the request had not been given to one. */
export function beforeAnyAddress<E extends SmsServiceError>(error: E): E {
  return Object.defineProperty(error, BEFORE_ANY_ADDRESS, { value: true });
}

export function isOfNoAddress(error: unknown): boolean {
  return isSmsServiceError(error) && (BEFORE_ANY_ADDRESS in error || isOwn(error));
}

/** Returns true if an attempt failed because of the address, so that another address may succeed. */
export function isAddressFailure(error: unknown): boolean {
  if (!isSmsServiceError(error)) return true;
  if (BEFORE_ANY_ADDRESS in error) return false;
  if (error.code === 'HTTP_STATUS') return error.outcome === 'unknown' || error.retryable;
  return error.code === 'CONNECTION' || error.code === 'TIMEOUT' || error.code === 'TLS';
}

export const NO_FAILURE: unique symbol = Symbol('no failure');

/** Returns the error of a call with two failed attempts: `not-sent` must not hide an attempt that was sent. */
export function errorOfCall(earlier: unknown, latest: unknown): unknown {
  if (earlier === NO_FAILURE || outcomeOf(latest) !== 'not-sent') return latest;
  const outcome = outcomeOf(earlier);
  if (outcome === 'not-sent') return latest;
  // The caller must know that it was ended from this side.
  return isSmsServiceError(latest) && latest.code === 'ABORTED' ? endedAfter(outcome, latest) : earlier;
}

export function endedAfter(outcome: Outcome, { operation, cause }: ErrorContext): AbortedError {
  return new AbortedError(`${aborterOf(cause)} before the next attempt; ${SO_FAR[outcome]}`, outcome, {
    operation,
    cause,
  });
}

export const SO_FAR: Readonly<Record<Outcome, string>> = {
  'not-sent': 'nothing was sent',
  rejected: 'the gateway had refused the request',
  unknown: 'the request may have been carried out',
};

const NOTES: unique symbol = Symbol('notes of an attempt');

interface AttemptNotes {
  readonly beganAt: number;
  /** The pause before the next attempt of a call that the gateway refused because of a limit, in milliseconds. */
  readonly heldMs?: number | undefined;
}

export function noteAttempt(error: unknown, notes: AttemptNotes): void {
  if (isSmsServiceError(error)) Object.defineProperty(error, NOTES, { value: notes, configurable: true });
}

export function notesOf(error: unknown): AttemptNotes | undefined {
  return isSmsServiceError(error) ? (error as { readonly [NOTES]?: AttemptNotes })[NOTES] : undefined;
}

const CERTAINTY: unique symbol = Symbol('certainty of a refusal');

/**
 * Returns the error of a response if the connection shows that it belongs to this request. Before an error repeats a
 * change, {@link distrustedError} is called, too.
 */
export function trustedError(
  error: unknown,
  { idempotent, operation }: TransportRequest,
  { certainty }: TransportResponse,
): unknown {
  if (certainty === undefined || !isSmsServiceError(error) || error.outcome !== 'rejected') return error;
  const why = certainty.doubt('refused');
  if (why !== undefined) return ofAnotherRequest(why, { operation, cause: error });
  if (error.retryable && !idempotent) {
    Object.defineProperty(error, CERTAINTY, { value: certainty });
    // Started now, so that the connection is not used by another request.
    void certainty.settled();
  }
  return error;
}

/**
 * Waits shortly for further bytes after a refusal, and returns the error that replaces it; `undefined` if the error is
 * correct.
 */
export async function distrustedError(error: unknown, operation: string): Promise<ConnectionError | undefined> {
  const certainty = isSmsServiceError(error) ? (error as { readonly [CERTAINTY]?: Certainty })[CERTAINTY] : undefined;
  if (certainty === undefined) return undefined;
  await certainty.settled();
  const why = certainty.doubt('refused');
  return why === undefined ? undefined : ofAnotherRequest(why, { operation, cause: error });
}
