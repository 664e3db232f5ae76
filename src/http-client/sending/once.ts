import { CODES } from '../../domain/codes.js';
import { numberKey } from '../../domain/phone-number.js';
import { idxKey } from '../../domain/sending/limits.js';
import { AbortedError, ConnectionError, type ErrorCode, GatewayError, isSmsServiceError } from '../../errors/errors.js';
import { invalid } from '../../options/check.js';
import type { SendValues } from './send-options.js';

/** How long the gateway remembers an idx (`check_idx`; the shorter of the two times in section 8). */
export const IDX_HOURS = 24;

const IDX_MS = IDX_HOURS * 60 * 60 * 1000;

export class Horizon {
  readonly #now: () => Date;
  readonly #start: number;
  readonly #started: number = performance.now();

  /** @throws ValidationError if the clock returns no valid Date */
  constructor(now: () => Date, operation: string) {
    this.#now = now;
    this.#start = timeOf(now);
    if (Number.isNaN(this.#start)) invalid('now', 'must return a valid Date', { operation });
  }

  isOpen(): boolean {
    // If the clock fails, the result is NaN, which is not less than any number.
    return Math.max(timeOf(this.#now) - this.#start, performance.now() - this.#started) < IDX_MS;
  }
}

function timeOf(now: () => Date): number {
  try {
    const date: unknown = now();
    return date instanceof Date ? date.getTime() : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

const WITHOUT = 'Set `once: false` to send without it';

/**
 * Checks that each message of a send that may be retried has its own idx, independent of the enabled rules. A message
 * without an idx would be sent twice, and the second of two with the same idx would count as accepted.
 *
 * @throws ValidationError with the path of the idx
 */
export function checkOnce({ checkIdx, idx, to, allowDuplicates = false }: SendValues, operation: string): void {
  if (checkIdx === false) invalid('checkIdx', `is required by \`once\`. ${WITHOUT}`, { operation });
  if (idx === undefined) return;
  const messages = to?.length ?? 1;
  if (idx.length !== messages) {
    const reason = `has ${idx.length} entries for ${messages} messages, and \`once\` requires one for each. ${WITHOUT}`;
    invalid('idx', reason, { operation, gatewayCode: CODES.wrongCount });
  }
  const numbers = new Map<string, string>();
  idx.forEach((one, index) => {
    const folded = idxKey(one);
    const number = numberKey(to?.[index] ?? '');
    const before = numbers.get(folded);
    // A repeated number gets one message.
    if (before === undefined || (before === number && !allowDuplicates)) numbers.set(folded, number);
    else
      invalid(`idx[${index}]`, `is the idx of another message, and \`once\` requires one for each. ${WITHOUT}`, {
        operation,
      });
  });
}

const MESSAGE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'INVALID_REQUEST',
  'NOT_FOUND',
  'INSUFFICIENT_POINTS',
  'CONFLICT',
]);

const MESSAGE_CODES: ReadonlySet<number> = new Set([7, 57, CODES.optedOut, 94, CODES.addressNotAllowed, 112]);

const TIME_CODES: ReadonlySet<number> = new Set([
  51,
  CODES.expirationNotAccepted,
  CODES.codeGroupEnded,
  CODES.noCodesLeft,
  CODES.tooFewCodes,
  CODES.outsideHours,
]);

/**
 * Returns true if a refusal concerns the message, so that earlier attempts were refused, too. Refusals because of load,
 * token or time can come before the gateway checks the idx.
 */
function concernsMessage(error: unknown): boolean {
  if (!(error instanceof GatewayError) || error.outcome !== 'rejected') return false;
  const { code, result = 0 } = error;
  return MESSAGE_CODES.has(result) || (MESSAGE_ERRORS.has(code) && !TIME_CODES.has(result));
}

/** Adds the idx to the error of a send with unknown outcome. Other errors are not changed. */
export function withSentIdx(
  error: unknown,
  idx: readonly string[],
  horizon: Horizon,
  hasUnknownAttempt: boolean,
): unknown {
  if (!isSmsServiceError(error)) return error;
  const { outcome, message, operation } = error;
  const isRefusal = outcome === 'rejected' && hasUnknownAttempt && !concernsMessage(error);
  if (outcome !== 'unknown' && !isRefusal) return error;
  const notes = [
    isRefusal ? '; an earlier attempt got no response and may have been carried out' : '',
    horizon.isOpen() ? '' : `; not retried any more, because the gateway remembers an idx for ${IDX_HOURS} hours`,
  ].join('');
  // A transport may throw the same error object for several sends.
  const isOwn = Object.isExtensible(error) && !Object.hasOwn(error, 'sentIdx');
  const result = isOwn ? error : new ConnectionError(message, 'unknown', { operation, cause: error });
  Object.defineProperty(result, 'sentIdx', { value: idx });
  if (isRefusal) Object.defineProperties(result, { outcome: shown('unknown'), retryable: shown(false) });
  if (notes !== '') Object.defineProperty(result, 'message', { ...shown(message + notes), enumerable: false });
  return result;
}

function shown(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

export function withUnknownOutcome(error: unknown): unknown {
  if (!isSmsServiceError(error) || error.outcome === 'unknown' || concernsMessage(error)) return error;
  const what = `not all messages could be resolved, and some were accepted: ${error.message}`;
  if (error.code === 'ABORTED') return new AbortedError(what, 'unknown', { cause: error.cause });
  return new ConnectionError(what, 'unknown', { cause: error });
}
