import { CODES } from '../../domain/codes.js';
import { hasAssignedPrefix, internationalNumber } from '../../domain/phone-number.js';
import { roundPoints } from '../../domain/points.js';
import { isIdx } from '../../domain/sending/limits.js';
import { type AuthorizedCall, nextMessageId } from './call.js';
import { refuse } from './store/refusal.js';

/** The maximum number of numbers in a call (specification section 8). */
const MAX_NUMBERS = 20;

export interface LookUpOrder {
  readonly numbers: readonly string[];
  readonly idx?: string | undefined;
}

export interface LookUpRecord {
  /** The number with its country prefix, digits only. An invalid number is unchanged. */
  readonly number: string;
  readonly id: string | undefined;
  readonly points: number;
}

/**
 * Accepts numbers to look up and charges their points. An invalid number is not looked up; its record contains the
 * error.
 *
 * @throws Refusal 8 for more than 20 numbers, 27 for an invalid idx, 13 without a number, 103 for too few points;
 *   nothing is looked up
 * @throws UnusableOption if the option `nextId` returns an invalid or duplicate id
 */
export function lookUp(call: AuthorizedCall, { numbers, idx = '' }: LookUpOrder): readonly LookUpRecord[] {
  const { account, settings, nowMs } = call;
  if (numbers.length > MAX_NUMBERS) refuse(CODES.badRequest);
  if (numbers.every((number) => number === '')) refuse(CODES.noCorrectNumber);
  if (!isIdx(idx)) refuse(CODES.idxNotAccepted);
  const correct = numbers.map((text) => {
    const number = internationalNumber(text);
    return number !== undefined && hasAssignedPrefix(number) ? number : undefined;
  });
  const count = correct.filter((number) => number !== undefined).length;
  const points = roundPoints(count * settings.pricePerLookup);
  if (points > account.points) refuse(CODES.notEnoughPoints);

  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.has(id) || account.hasLookUp(id);
  const records = correct.map((number, index): LookUpRecord => {
    if (number === undefined) return { number: numbers[index] ?? '', id: undefined, points: 0 };
    const id = nextMessageId(settings, isTaken);
    ids.add(id);
    return { number, id, points: settings.pricePerLookup };
  });
  account.charge(points);
  for (const { number, id } of records) {
    if (id !== undefined) account.addLookUp({ id, number, idx, acceptedAtMs: nowMs });
  }
  return records;
}
