import { CODES } from '../../../domain/codes.js';
import { hasAssignedPrefix } from '../../../domain/numbering-plan.js';
import { internationalNumber } from '../../../domain/phone-number.js';
import { isIdx } from '../../../domain/sending/limits.js';
import { refuse } from '../refusal/refusal.js';
import { roundPoints } from '../store/records/points.js';
import type { AuthorizedCall } from './authorized-call.js';
import { nextMessageId } from './next-message-id.js';

/** The most numbers in one call (specification section 8). */
const MAX_NUMBERS = 20;

/** Numbers to look up, as they are asked for (specification section 4.8). */
export interface LookUpOrder {
  /** As they were submitted. */
  readonly numbers: readonly string[];
  /** One value for all of them. Default: none. */
  readonly idx?: string | undefined;
}

/** A number of which the result comes later; one that is not correct has no id. */
export interface LookUpRecord {
  /** With its country prefix, digits only; as it was submitted where it is not correct. */
  readonly number: string;
  readonly id: string | undefined;
  /** Points charged. */
  readonly points: number;
}

/**
 * Accepts numbers to look up and charges their points. One that is not correct is not looked up, and its record says
 * so.
 *
 * @throws Refusal 8 for more than 20 numbers, 27 for what is no idx, 13 without a number, 103 when the points do not
 *   do; then nothing is looked up
 * @throws UnusableOption when the source of ids gives what is none, or one twice
 */
export function lookUp(call: AuthorizedCall, { numbers, idx = '' }: LookUpOrder): readonly LookUpRecord[] {
  const { account, settings, nowMs } = call;
  if (numbers.length > MAX_NUMBERS) refuse(CODES.badRequest);
  if (numbers.every((number) => number === '')) refuse(CODES.noCorrectNumber);
  if (!isIdx(idx)) refuse(CODES.idxNotAccepted);
  const correct = numbers.map((given) => {
    const number = internationalNumber(given);
    return number !== undefined && hasAssignedPrefix(number) ? number : undefined;
  });
  const count = correct.filter((number) => number !== undefined).length;
  const points = roundPoints(count * settings.prices.lookUp);
  if (points > account.points) refuse(CODES.notEnoughPoints);

  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.has(id) || account.hasLookUp(id);
  const records = correct.map((number, index): LookUpRecord => {
    if (number === undefined) return { number: numbers[index] ?? '', id: undefined, points: 0 };
    const id = nextMessageId(settings.nextId, isTaken);
    ids.add(id);
    return { number, id, points: settings.prices.lookUp };
  });
  account.charge(points);
  for (const { number, id } of records) {
    if (id !== undefined) account.addLookUp({ id, number, idx, acceptedAtMs: nowMs });
  }
  return records;
}
