import { internationalNumber } from '../../domain/phone-number.js';
import type { NamedRecipient } from '../../domain/recipients/foreign-number.js';
import { idxKey } from '../../domain/sending/limits.js';
import { isJsonObject } from '../description/parts/answer-field.js';
import type { Recipient } from './recipient.js';

/**
 * Finds the recipients whose messages a 53 says to have been accepted, in whatever list of it: no document shows its
 * field. An idx names one message; a number only where there is no other message to it, and where the list gives no
 * second reason. What is not sure is not named.
 */
export function namedBy(raw: unknown, recipients: readonly Recipient[]): ReadonlySet<Recipient> {
  const named = new Set<Recipient>();
  const lists = isJsonObject(raw) ? Object.values(raw).filter(Array.isArray) : [];
  if (lists.length === 0) return named;
  const byIdx = new Map(recipients.map((one) => [idxKey(one.idx), one]));
  const byNumber = onlyOnesByNumber(recipients);
  for (const list of lists as (readonly unknown[])[]) {
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

/** The recipients that an error lists with their numbers: those refused (13), or those whose idx was used (53). */
export function* listedRecipients(raw: unknown): Iterable<NamedRecipient> {
  if (!isJsonObject(raw)) return;
  for (const list of Object.values(raw)) {
    if (!Array.isArray(list)) continue;
    for (const item of list as readonly unknown[]) {
      if (!isJsonObject(item)) continue;
      yield { number: textOf(item.number), submittedNumber: textOf(item.submitted_number) };
    }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Finds a recipient by a number to which no other message goes. */
function onlyOnesByNumber(recipients: readonly Recipient[]): (number: unknown) => Recipient | undefined {
  const all = new Map<string, Recipient | undefined>();
  for (const one of recipients) {
    const number = internationalNumber(one.to);
    if (number !== undefined) all.set(number, all.has(number) ? undefined : one);
  }
  return (given) => {
    if (typeof given !== 'string' && typeof given !== 'number') return undefined;
    const number = internationalNumber(String(given));
    return number === undefined ? undefined : all.get(number);
  };
}
