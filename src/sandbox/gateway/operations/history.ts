import { CODES } from '../../../domain/codes.js';
import { type Progress, progressOf, type StoredMessage } from '../store/message.js';
import { Refusal } from '../store/refusal.js';
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
 * Gives the messages, sent and scheduled, whose date lies in a period, in the order in which they were accepted.
 *
 * @throws Refusal 54 when the period ends before it begins
 */
export function messagesInPeriod(
  { account, nowMs }: AuthorizedCall,
  { fromMs, toMs }: Period,
): readonly MessageRecord[] {
  if (fromMs > toMs) throw new Refusal(CODES.dateNotCorrect);
  const inPeriod = ({ sendAtMs }: StoredMessage): boolean => sendAtMs >= fromMs && sendAtMs <= toMs;
  return recordsOf(account.messages.list().filter(inPeriod), nowMs);
}

/** Gives the messages of some ids, each once, in the order asked for; unknown ids are left out. */
export function messagesByIds({ account, nowMs }: AuthorizedCall, ids: readonly string[]): readonly MessageRecord[] {
  const found = new Set<StoredMessage>();
  for (const id of ids) {
    const message = account.messages.get(id);
    if (message !== undefined) found.add(message);
  }
  return recordsOf([...found], nowMs);
}

function recordsOf(messages: readonly StoredMessage[], nowMs: number): readonly MessageRecord[] {
  return messages.map((message) => {
    const { id, to, from, text, idx, eco, parts, points, acceptedAtMs, sendAtMs } = message;
    const { status, submittedAtMs, doneAtMs } = progressOf(message, nowMs);
    return { id, to, from, text, idx, eco, parts, points, acceptedAtMs, sendAtMs, status, submittedAtMs, doneAtMs };
  });
}
