import { types } from 'node:util';
import { checkBoolean, checkString, invalid, isObject } from '../options/check.js';
import { reading } from '../options/readable.js';
import { numberOfStatus } from './description/events.js';

/** The part of a delivery report that `mergeStatus` needs. A program can store only this. */
export interface StatusAt {
  /** As in the report: `404`. */
  readonly status: string;
  readonly isFinal: boolean;
  /** The time of the status; `null` if it is unknown. */
  readonly doneAt: Date | null;
}

/**
 * Returns the current one of two statuses of a message, independent of the order in which their reports arrive: a final
 * status, otherwise the later one, otherwise the one with the larger number.
 *
 * @param before - the current status so far; `null` or `undefined` if there is none
 * @param event - the new report
 * @returns the one that is current
 * @throws ValidationError if an argument is not a status
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
  return reading('the arguments', {}, () => {
    checkStatus(event, 'event');
    if (before === null || before === undefined) return event;
    checkStatus(before, 'before');
    return compare(before, event) >= 0 ? before : event;
  });
}

function checkStatus(input: StatusAt, path: string): void {
  if (!isObject(input)) invalid(path, 'must be an object');
  checkString(input.status, `${path}.status`);
  checkBoolean(input.isFinal, `${path}.isFinal`);
  const doneAt: unknown = input.doneAt ?? null;
  if (doneAt !== null && !(types.isDate(doneAt) && !Number.isNaN(doneAt.getTime()))) {
    invalid(`${path}.doneAt`, 'must be a valid Date or null');
  }
}

function compare(one: StatusAt, other: StatusAt): number {
  return (
    Number(one.isFinal) - Number(other.isFinal) ||
    momentOf(one) - momentOf(other) ||
    (numberOfStatus(one.status) ?? -1) - (numberOfStatus(other.status) ?? -1) ||
    // Values that are not numbers are ordered, too, so that the result does not depend on the order of arrival.
    (one.status === other.status ? 0 : one.status > other.status ? 1 : -1)
  );
}

function momentOf({ doneAt }: StatusAt): number {
  return doneAt?.getTime() ?? Number.MIN_SAFE_INTEGER;
}
