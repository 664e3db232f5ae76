/** The moments of two calls that are compared. */
export interface MatchContext {
  /** The time of the recorded call. */
  readonly recordedAt: Date;
  /** The time of this call. */
  readonly now: Date;
}

/**
 * The way in which a field of requests is compared:
 *
 * - `'ignore'`: not at all
 * - `'relative'`: a date in unix seconds, by how far it lies from the moment of its call; a minute more or less is the
 *   same
 * - a function: by what it says of the recorded value and the given one; `undefined` for one that is absent
 */
export type MatchRule =
  | 'ignore'
  | 'relative'
  | ((recorded: FieldValue | undefined, given: FieldValue | undefined, context: MatchContext) => boolean);

/** A value of a request. */
export type FieldValue = string | number | boolean;

/** The most by which two relative dates may differ, in seconds. */
const TOLERANCE_S = 60;

/** Tells whether a field is the same by its rule. */
export function isSameBy(
  rule: MatchRule,
  recorded: FieldValue | undefined,
  given: FieldValue | undefined,
  context: MatchContext,
): boolean {
  if (rule === 'ignore') return true;
  if (rule !== 'relative') return rule(recorded, given, context);
  if (typeof recorded !== 'number' || typeof given !== 'number') return recorded === given;
  // 0 stands for "now", at any time.
  if (recorded === 0 || given === 0) return recorded === given;
  const [then, now] = [recorded - seconds(context.recordedAt), given - seconds(context.now)];
  return Math.abs(then - now) <= TOLERANCE_S;
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** The rule of a field, by its path without the indexes of lists. */
export function ruleOf(rules: Readonly<Record<string, MatchRule>>, path: string): MatchRule | undefined {
  const name = path.replace(/\[\d+\]/g, '');
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}
