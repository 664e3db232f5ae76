import { CODES } from '../../domain/codes.js';
import { AbortedError, ConnectionError, type ErrorCode, GatewayError, isSmsServiceError } from '../../errors/errors.js';
import { type Horizon, IDX_HOURS } from './horizon.js';

/** Kinds of refusals that are of the message. */
const OF_MESSAGE: ReadonlySet<ErrorCode> = new Set(['INVALID_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_POINTS', 'CONFLICT']);

/** Codes of other kinds that are of the message: what is not allowed is its text, its number or its sender. */
const CODES_OF_MESSAGE: ReadonlySet<number> = new Set([7, 57, CODES.optedOut, 94, CODES.addressNotAllowed, 112]);

/** Codes of those kinds that are of the hour, or of codes that an attempt before may have used up. */
const CODES_OF_MOMENT: ReadonlySet<number> = new Set([
  51,
  CODES.expirationNotAccepted,
  CODES.codeGroupEnded,
  CODES.noCodesLeft,
  CODES.tooFewCodes,
  CODES.outsideHours,
]);

/**
 * Tells whether a refusal says that no attempt before it was accepted either: it is of the message, so that each of
 * them would have been refused. One of the moment – of the load, the token, the hour – may come before the gateway
 * looks at the idx.
 */
function isOfMessage(error: unknown): boolean {
  if (!(error instanceof GatewayError) || error.outcome !== 'rejected') return false;
  const { code, result = 0 } = error;
  return CODES_OF_MESSAGE.has(result) || (OF_MESSAGE.has(code) && !CODES_OF_MOMENT.has(result));
}

/**
 * Gives the error of a send that leaves its messages in doubt the idx by which they went out; others stay as they are.
 *
 * @param hadDoubt - of an attempt no answer came, so that only a refusal of the message is one of the send
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

/** Makes the error of a message that could not be settled, which is that of the whole: others were accepted. */
export function unsettled(error: unknown): unknown {
  if (!isSmsServiceError(error) || error.outcome === 'unknown' || isOfMessage(error)) return error;
  const what = `not all messages could be settled, of which some were accepted: ${error.message}`;
  // That it was ended from this side is still what the caller has to know.
  if (error.code === 'ABORTED') return new AbortedError(what, 'unknown', { cause: error.cause });
  return new ConnectionError(what, 'unknown', { cause: error });
}
