import { CODES } from '../../domain/codes.js';
import { numberKey } from '../../domain/phone-number.js';
import { idxKey } from '../../domain/sending/limits.js';
import { AbortedError, ConnectionError, type ErrorCode, GatewayError, isSmsServiceError } from '../../errors/errors.js';
import { invalid } from '../../options/check.js';

/** The time for which the gateway remembers an idx: `check_idx` (section 8; the shorter of the two that it names). */
export const IDX_HOURS = 24;

const IDX_MS = IDX_HOURS * 60 * 60 * 1000;

export class Horizon {
  readonly #now: () => Date;
  readonly #start: number;
  readonly #started: number = performance.now();

  /** @throws ValidationError when the clock gives no valid Date */
  constructor(now: () => Date, operation: string) {
    this.#now = now;
    this.#start = timeOf(now);
    if (Number.isNaN(this.#start)) invalid('now', 'gave no valid Date', { operation });
  }

  isOpen(): boolean {
    // If the clock fails, the result is NaN, which is not less than any number.
    return Math.max(timeOf(this.#now) - this.#start, performance.now() - this.#started) < IDX_MS;
  }
}

function timeOf(now: () => Date): number {
  try {
    const given: unknown = now();
    return given instanceof Date ? given.getTime() : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

interface Addressed {
  readonly to?: readonly string[] | undefined;
  readonly allowDuplicates?: boolean | undefined;
}

const WITHOUT = '`once: false` does without';

export function checkOnce(checkIdx: boolean | undefined, operation: string): void {
  if (checkIdx === false) invalid('checkIdx', `is what \`once\` needs; ${WITHOUT}`, { operation });
}

/**
 * Checks the idx of a caller for a send that may be retried, independent of the enabled rules: a message without an idx
 * would be sent twice, and the second of two with the same idx would count as accepted.
 *
 * @param order - without `to` for a group, which has one idx
 * @throws ValidationError with the path of the idx
 */
export function checkOwnIdx(
  idx: readonly string[],
  { to, allowDuplicates = false }: Addressed,
  operation: string,
): void {
  const messages = to?.length ?? 1;
  if (idx.length !== messages) {
    const reason = `has ${idx.length} entries for ${messages} messages, each of which \`once\` needs one for; ${WITHOUT}`;
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
      invalid(`idx[${index}]`, `is that of another message, too, and \`once\` needs one for each; ${WITHOUT}`, {
        operation,
      });
  });
}

const OF_MESSAGE: ReadonlySet<ErrorCode> = new Set(['INVALID_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_POINTS', 'CONFLICT']);

const CODES_OF_MESSAGE: ReadonlySet<number> = new Set([7, 57, CODES.optedOut, 94, CODES.addressNotAllowed, 112]);

const CODES_OF_MOMENT: ReadonlySet<number> = new Set([
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
function isOfMessage(error: unknown): boolean {
  if (!(error instanceof GatewayError) || error.outcome !== 'rejected') return false;
  const { code, result = 0 } = error;
  return CODES_OF_MESSAGE.has(result) || (OF_MESSAGE.has(code) && !CODES_OF_MOMENT.has(result));
}

/**
 * Adds the idx to the error of a send with unknown outcome. Other errors are not changed.
 *
 * @param hadDoubt - true if an attempt got no response, so that only a refusal of the message refuses the send
 */
export function inDoubt(error: unknown, idx: readonly string[], horizon: Horizon, hadDoubt: boolean): unknown {
  if (!isSmsServiceError(error)) return error;
  const { outcome, message, operation } = error;
  const isRefusal = outcome === 'rejected' && hadDoubt && !isOfMessage(error);
  if (outcome !== 'unknown' && !isRefusal) return error;
  const earlier = isRefusal ? '; of an earlier attempt no answer came: it may have been carried out' : '';
  const over = horizon.isOpen()
    ? ''
    : `; an idx is remembered for ${IDX_HOURS} hours, so nothing was repeated after them`;
  // A transport may fail with the same error each time, which belongs to another send then.
  const isOurs = Object.isExtensible(error) && !Object.hasOwn(error, 'sentIdx');
  const told = isOurs ? error : new ConnectionError(message, 'unknown', { operation, cause: error });
  Object.defineProperty(told, 'sentIdx', { value: idx });
  if (isRefusal) Object.defineProperties(told, { outcome: shown('unknown'), retryable: shown(false) });
  if (earlier + over === '') return told;
  return Object.defineProperty(told, 'message', {
    value: message + earlier + over,
    configurable: true,
    writable: true,
  });
}

function shown(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

export function unsettled(error: unknown): unknown {
  if (!isSmsServiceError(error) || error.outcome === 'unknown' || isOfMessage(error)) return error;
  const what = `not all messages could be settled, of which some were accepted: ${error.message}`;
  // That it was ended from this side is still what the caller has to know.
  if (error.code === 'ABORTED') return new AbortedError(what, 'unknown', { cause: error.cause });
  return new ConnectionError(what, 'unknown', { cause: error });
}
