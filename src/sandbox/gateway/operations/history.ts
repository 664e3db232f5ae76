import { CODES } from '../../../domain/codes.js';
import { refuse } from '../refusal/refusal.js';
import type { StoredMessage } from '../store/message.js';
import type { AuthorizedCall } from './call.js';

/** A period in milliseconds since 1970, including both ends. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Deletes a scheduled message. Its points are not refunded: the specification defines no refund (section 3).
 *
 * @throws Refusal 75 if there is no scheduled message with this id
 */
export function deleteScheduled({ account, nowMs }: AuthorizedCall, id: string): void {
  account.messages.deleteScheduled(id, nowMs);
}

/**
 * Deletes scheduled messages of any kind. Other ids are skipped.
 *
 * @returns the ids of the deleted messages, each once, in the order of `ids`
 * @throws Refusal 301 if there is none
 */
export function deleteAllScheduled({ account, nowMs }: AuthorizedCall, ids: readonly string[]): readonly string[] {
  const scheduled = [...new Set(ids)].filter((id) => account.messages.isWaiting(id, nowMs));
  if (scheduled.length === 0) refuse(CODES.unknownId);
  for (const id of scheduled) account.messages.deleteScheduled(id, nowMs);
  return scheduled;
}

/**
 * Returns the SMS, sent and scheduled, whose date is in a period, in the order of acceptance.
 *
 * @throws Refusal 54 if the period ends before it begins
 */
export function messagesInPeriod({ account }: AuthorizedCall, { fromMs, toMs }: Period): readonly StoredMessage[] {
  if (fromMs > toMs) refuse(CODES.dateNotCorrect);
  return account.messages
    .list()
    .filter(({ kind, sendAtMs }) => kind === 'sms' && sendAtMs >= fromMs && sendAtMs <= toMs);
}

/** Returns the SMS with the given ids, each once, in the order of `ids`. Other ids are skipped. */
export function messagesByIds({ account }: AuthorizedCall, ids: readonly string[]): readonly StoredMessage[] {
  const found = [...new Set(ids)].flatMap((id) => account.messages.get(id) ?? []);
  return found.filter(({ kind }) => kind === 'sms');
}
