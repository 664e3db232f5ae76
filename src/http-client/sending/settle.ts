import { CODES } from '../../domain/codes.js';
import { internationalNumber } from '../../domain/phone-number.js';
import type { NamedRecipient } from '../../domain/recipients/check-recipients.js';
import { idxKey } from '../../domain/sending/limits.js';
import { ConflictError, GatewayError, type InvalidNumber } from '../../errors/errors.js';
import { isJsonObject } from '../description/parts/answer-field.js';
import { acceptedBefore, refusedMessage, type SentMessage, type SentMessages } from './send-result.js';

export interface Recipient {
  readonly index: number;
  readonly to: string;
  readonly idx: string;
}

const CONCURRENCY = 8;

export function isIdxUsed(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.result === CODES.idxUsed;
}

export function uniqueRecipients(
  to: readonly string[],
  idx: readonly string[],
  allowDuplicates: boolean,
): readonly Recipient[] {
  const all = to.map((number, index): Recipient => ({ index, to: number, idx: idx[index] ?? '' }));
  if (allowDuplicates) return all;
  const seen = new Set<string>();
  return all.filter((recipient) => {
    const key = sentNumber(recipient.to);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The gateway may accept spellings that are invalid here, so that numbers with the same digits count as the same. */
function sentNumber(to: string): string {
  return internationalNumber(to) ?? internationalNumber(to.replace(/\D/g, '')) ?? to;
}

/**
 * Resolves a send that was refused with code 53 for one of its own idx after an attempt without a response. Recipients
 * that the refusal names were accepted by that attempt. All others are sent again one by one, each with its own idx.
 *
 * @throws ConflictError with the outcome `unknown` for more than `most` recipients
 */
export async function resolveEach(
  recipients: readonly Recipient[],
  refusal: GatewayError,
  most: number,
  sendOne: (recipient: Recipient) => Promise<SentMessages | undefined>,
): Promise<SentMessages> {
  const named = namedBy(refusal.raw, recipients);
  const open = recipients.filter((recipient) => !named.has(recipient));
  if (open.length > most) {
    const accepted = 'an earlier attempt without a response was accepted completely or partly';
    const hint = `${accepted}; ${open.length} messages are more than the ${most} (maxSettled) that are resolved one by one`;
    throw unknownConflict(refusal, hint);
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
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, run));
  if (failure !== undefined) throw failure.error;
}

export function idxAlreadyUsed(refusal: GatewayError): ConflictError {
  const hint =
    'either a proxy repeated this request after the gateway had accepted it, or an earlier send used the same idx; ' +
    'check the history before you send again';
  return unknownConflict(refusal, hint);
}

export function unknownConflict({ description, raw }: GatewayError, hint: string): ConflictError {
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

/**
 * Returns the recipients whose messages were accepted according to a refusal with code 53. No document describes the
 * field, so all lists are read. An idx identifies one message. A number does so only if it has no other message and the
 * list gives no second reason.
 */
function namedBy(raw: unknown, recipients: readonly Recipient[]): ReadonlySet<Recipient> {
  const named = new Set<Recipient>();
  const lists = listsIn(raw);
  if (lists.length === 0) return named;
  const byIdx = new Map(recipients.map((one) => [idxKey(one.idx), one]));
  const byNumber = singlesByNumber(recipients);
  for (const list of lists) {
    const hasOneReason = new Set(list.map((one) => (isJsonObject(one) ? one.message : undefined))).size === 1;
    for (const item of list) {
      const { idx, number, submitted_number } = isJsonObject(item) ? item : { number: item };
      const hasIdx = typeof idx === 'string' || typeof idx === 'number';
      const numbers = hasIdx || !hasOneReason ? [] : [number, submitted_number];
      const found = [hasIdx ? byIdx.get(idxKey(String(idx))) : undefined, ...numbers.map((one) => byNumber(one))];
      for (const one of found) if (one !== undefined) named.add(one);
    }
  }
  return named;
}

export function* listedRecipients(raw: unknown): Iterable<NamedRecipient> {
  for (const item of listsIn(raw).flat()) {
    if (isJsonObject(item)) yield { number: textOf(item.number), submittedNumber: textOf(item.submitted_number) };
  }
}

function listsIn(raw: unknown): readonly (readonly unknown[])[] {
  return isJsonObject(raw) ? Object.values(raw).filter(Array.isArray) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function singlesByNumber(recipients: readonly Recipient[]): (number: unknown) => Recipient | undefined {
  const all = new Map<string, Recipient | undefined>();
  for (const one of recipients) {
    const number = internationalNumber(one.to);
    if (number !== undefined) all.set(number, all.has(number) ? undefined : one);
  }
  return (input) => {
    const number = internationalNumber(textOf(input) ?? '');
    return number === undefined ? undefined : all.get(number);
  };
}
