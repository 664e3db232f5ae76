import { CODES } from '../../domain/codes.js';
import { internationalNumber } from '../../domain/phone-number.js';
import { ConflictError, GatewayError, type InvalidNumber } from '../../errors/errors.js';
import { namedBy } from './named.js';
import type { Recipient } from './recipient.js';
import { acceptedBefore, refusedMessage, type SentMessage, type SentMessages } from './send-result.js';

/** The most messages that are settled at once. */
const AT_ONCE = 8;

/** Tells whether an error says that an idx was used before. */
export function isIdxUsed(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.result === CODES.idxUsed;
}

/** The recipients of a send, each that is sent to once: of a repeated number the first one. */
export function recipientsOf(
  to: readonly string[],
  idx: readonly string[],
  allowDuplicates: boolean,
): readonly Recipient[] {
  const all = to.map((number, index): Recipient => ({ index, to: number, idx: idx[index] ?? '' }));
  if (allowDuplicates) return all;
  const seen = new Set<string>();
  return all.filter((recipient) => {
    const key = settledNumber(recipient.to);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * The number that is sent to once. A gateway may read spellings that are none here: what would be the same one by its
 * digits could be sent to twice.
 */
function settledNumber(to: string): string {
  return internationalNumber(to) ?? internationalNumber(to.replace(/\D/g, '')) ?? to;
}

/**
 * Settles a send that was refused because an idx of it had been used, after an attempt of which no answer came: those
 * that the refusal names were accepted by it; all others are sent one by one, each with its own idx, and are accepted
 * now, or were before.
 *
 * @param sendOne - sends to one recipient; `undefined` for one that was accepted before
 * @throws ConflictError with the outcome `unknown` for more than `most` of them
 */
export async function settleEach(
  recipients: readonly Recipient[],
  refusal: GatewayError,
  most: number,
  sendOne: (recipient: Recipient) => Promise<SentMessages | undefined>,
): Promise<SentMessages> {
  const named = namedBy(refusal.raw, recipients);
  const open = recipients.filter((recipient) => !named.has(recipient));
  if (open.length > most) {
    const accepted = 'an earlier attempt, of which no answer came, was accepted in whole or in part';
    const hint = `${accepted}; ${open.length} messages are more than the ${most} (maxSettled) that are settled one by one`;
    throw doubtfulConflict(refusal, hint);
  }
  const messages: SentMessage[][] = recipients.map((one) => (named.has(one) ? [acceptedBefore(one.to, one.idx)] : []));
  const invalidNumbers: InvalidNumber[] = [];
  const places = new Map(recipients.map((one, place) => [one, place]));
  await eachOf(open, async (recipient) => {
    const place = places.get(recipient) ?? 0;
    try {
      const sent = await sendOne(recipient);
      messages[place] = sent === undefined ? [acceptedBefore(recipient.to, recipient.idx)] : [...sent.messages];
      invalidNumbers.push(...(sent?.invalidNumbers ?? []));
    } catch (error) {
      if (!(error instanceof GatewayError) || error.outcome !== 'rejected') throw error;
      if (error.result === CODES.noCorrectNumber) invalidNumbers.push(refusedNumber(recipient, error));
      else messages[place] = [refusedMessage(recipient.to, recipient.idx, error)];
    }
  });
  const all = messages.flat();
  return {
    messages: all,
    count: all.filter(({ error }) => error === undefined).length,
    invalidNumbers,
    alreadyAccepted: all.some(({ alreadyAccepted }) => alreadyAccepted === true),
  };
}

function refusedNumber({ to }: Recipient, { invalidNumbers, description }: GatewayError): InvalidNumber {
  return invalidNumbers[0] ?? { number: '', submittedNumber: to, message: description };
}

/** Does something for each, some at once; after a failure nothing is begun, and what is in flight is waited for. */
async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  let failure: { readonly error: unknown } | undefined;
  const run = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined && failure === undefined; item = waiting.pop()) {
      try {
        await act(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, run));
  if (failure !== undefined) throw failure.error;
}

/**
 * The error of a send whose own `idx` the gateway knew at its first attempt. The conflict does not tell which request
 * has used it.
 */
export function ownIdxUsed(refusal: GatewayError): ConflictError {
  const hint =
    'either a proxy repeated this request after the gateway had accepted it, or an earlier send used the same idx; ' +
    'look into the history before you send again';
  return doubtfulConflict(refusal, hint);
}

/** Makes the error of a send that stays in doubt although its idx was used: by an earlier attempt, or by others. */
export function doubtfulConflict({ description, raw }: GatewayError, hint: string): ConflictError {
  return new ConflictError({
    result: CODES.idxUsed,
    description,
    hint,
    raw,
    code: 'CONFLICT',
    outcome: 'unknown',
    retryable: false,
  });
}
