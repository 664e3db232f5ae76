import { types } from 'node:util';
import { checkBoolean, checkString, invalid, isObject } from '../options/check.js';
import { reading } from '../options/readable.js';
import { numberOfStatus } from './description/reports.js';

/** The part of a delivery report that says which status holds; a program may keep this alone. */
export interface StatusAt {
  /** As in the report: `404`. */
  readonly status: string;
  readonly isFinal: boolean;
  /** The moment of the status; `null` where it is not known. */
  readonly doneAt: Date | null;
}

/**
 * Tells which of two statuses of a message holds, whatever the order in which their reports arrive: a final one before
 * one that is not, then the later one, then, where both are of the same moment or without one, that with the larger
 * number. Merged one by one in any order, reports always come to the same status.
 *
 * @param before - the status that held so far; `null` or `undefined` where there was none
 * @param event - the report that has come
 * @returns the one that holds
 * @throws ValidationError for what is no status
 *
 * @example
 * ```ts
 * import { mergeStatus, type ReportEvent } from 'sms-service-client/callbacks';
 *
 * const statuses = new Map<string, ReportEvent>();
 * function take(event: ReportEvent) {
 *   statuses.set(event.messageId, mergeStatus(statuses.get(event.messageId), event));
 * }
 * ```
 */
export function mergeStatus<Before extends StatusAt, Event extends StatusAt>(
  before: Before | null | undefined,
  event: Event,
): Before | Event {
  return reading({ before, event }, 'event', {}, () => {
    checkStatus(event, 'event');
    if (before === null || before === undefined) return event;
    checkStatus(before, 'before');
    return compare(before, event) >= 0 ? before : event;
  });
}

function checkStatus(given: StatusAt, path: string): void {
  if (!isObject(given)) invalid(path, 'is no object');
  checkString(given.status, `${path}.status`);
  checkBoolean(given.isFinal, `${path}.isFinal`);
  const doneAt: unknown = given.doneAt ?? null;
  if (doneAt !== null && !(types.isDate(doneAt) && !Number.isNaN(doneAt.getTime()))) {
    invalid(`${path}.doneAt`, 'is neither null nor a valid Date');
  }
}

function compare(one: StatusAt, other: StatusAt): number {
  return (
    Number(one.isFinal) - Number(other.isFinal) ||
    momentOf(one) - momentOf(other) ||
    (numberOfStatus(one.status) ?? -1) - (numberOfStatus(other.status) ?? -1) ||
    // What is no number has an order, too, so that it does not matter which one came first.
    (one.status === other.status ? 0 : one.status > other.status ? 1 : -1)
  );
}

/** A status without a moment comes before one that has a moment. */
function momentOf({ doneAt }: StatusAt): number {
  return doneAt?.getTime() ?? Number.MIN_SAFE_INTEGER;
}
