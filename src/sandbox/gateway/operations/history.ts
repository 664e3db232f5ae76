import { CODES } from '../../../domain/codes.js';
import { refuse } from '../refusal/refusal.js';
import { type Progress, progressOf, type StoredMessage } from '../store/records/message.js';
import type { AuthorizedCall } from './authorized-call.js';

/** A message as the history has it at a moment. */
export type MessageRecord = Omit<StoredMessage, 'progress'> & Progress;

/** A period of time in milliseconds since 1970; both ends belong to it. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Deletes a scheduled message. Its points are not given back: the specification shows no such effect (section 3).
 *
 * @throws Refusal 75 when nothing of that id waits for its time
 */
export function deleteScheduled({ account, nowMs }: AuthorizedCall, id: string): void {
  account.messages.deleteScheduled(id, nowMs);
}

/**
 * Deletes scheduled messages of any kind; ids of which nothing waits for its time are left out.
 *
 * @param options - `isWhole`: all are deleted or none
 * @returns the ids of those that were deleted, each once, in the order asked for
 * @throws Refusal 301 when there is none, or with `isWhole` when any is left out
 */
export function deleteAllScheduled(
  call: AuthorizedCall,
  ids: readonly string[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): readonly string[] {
  const { messages } = call.account;
  const asked = [...new Set(ids)];
  const waiting = asked.filter((id) => messages.isWaiting(id, call.nowMs));
  if (waiting.length === 0 || (isWhole && waiting.length < asked.length)) refuse(CODES.unknownId);
  for (const id of waiting) messages.deleteScheduled(id, call.nowMs);
  return waiting;
}

/**
 * Gives the SMS, sent and scheduled, whose date lies in a period, in the order in which they were accepted.
 *
 * @throws Refusal 54 when the period ends before it begins
 */
export function messagesInPeriod(
  { account, nowMs }: AuthorizedCall,
  { fromMs, toMs }: Period,
): readonly MessageRecord[] {
  if (fromMs > toMs) refuse(CODES.dateNotCorrect);
  const inPeriod = ({ kind, sendAtMs }: StoredMessage): boolean =>
    kind === 'sms' && sendAtMs >= fromMs && sendAtMs <= toMs;
  return recordsOf(account.messages.list().filter(inPeriod), nowMs);
}

/** Gives the SMS of some ids, each once, in the order asked for; unknown ids, and those of others, are left out. */
export function messagesByIds({ account, nowMs }: AuthorizedCall, ids: readonly string[]): readonly MessageRecord[] {
  const found = new Set<StoredMessage>();
  for (const id of ids) {
    const message = account.messages.get(id);
    if (message?.kind === 'sms') found.add(message);
  }
  return recordsOf([...found], nowMs);
}

function recordsOf(messages: readonly StoredMessage[], nowMs: number): readonly MessageRecord[] {
  return messages.map((message) => {
    const { id, kind, to, from, text, idx, eco, flash, parts, points, acceptedAtMs, sendAtMs } = message;
    const { status, submittedAtMs, doneAtMs } = progressOf(message, nowMs);
    const kept = { id, kind, to, from, text, idx, eco, flash, parts, points, acceptedAtMs, sendAtMs };
    return { ...kept, status, submittedAtMs, doneAtMs };
  });
}
