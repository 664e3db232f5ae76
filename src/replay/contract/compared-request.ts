import type { ReadRequest } from './contract.js';
import { type Leaf, leavesOf } from './values.js';

/** The times of two calls that are compared. */
export interface MatchContext {
  /** The time of the recorded call. */
  readonly recordedAt: Date;
  /** The time of the current call. */
  readonly now: Date;
}

/**
 * How a field of requests is compared:
 *
 * - `'ignore'`: not at all
 * - `'relative'`: for a date in unix seconds, by its distance from the time of its call, with a tolerance of 60 seconds
 * - a function: returns true if the recorded and the current value match; a value is `undefined` if the field is absent
 */
export type MatchRule =
  | 'ignore'
  | 'relative'
  | ((recorded: FieldValue | undefined, given: FieldValue | undefined, context: MatchContext) => boolean);

/** A value of a request. */
export type FieldValue = string | number | boolean;

const TOLERANCE_S = 60;

export function isSameBy(
  rule: MatchRule,
  recorded: FieldValue | undefined,
  input: FieldValue | undefined,
  context: MatchContext,
): boolean {
  if (rule === 'ignore') return true;
  if (rule !== 'relative') return rule(recorded, input, context);
  if (typeof recorded !== 'number' || typeof input !== 'number') return recorded === input;
  // 0 means "now", at any time.
  if (recorded === 0 || input === 0) return recorded === input;
  const [then, now] = [recorded - seconds(context.recordedAt), input - seconds(context.now)];
  return Math.abs(then - now) <= TOLERANCE_S;
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export function ruleOf(rules: Readonly<Record<string, MatchRule>>, path: string): MatchRule | undefined {
  const name = path.replace(/\[\d+\]/g, '');
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}

export interface ComparedRequest {
  readonly operation: string;
  readonly leaves: readonly Leaf[];
  readonly key: string;
}

export function comparedRequest({ operation, input }: Pick<ReadRequest, 'operation' | 'input'>): ComparedRequest {
  const leaves = [...leavesOf(input)];
  return { operation, leaves, key: keyOf(operation, leaves) };
}

export function withRules(request: ComparedRequest, rules: Readonly<Record<string, MatchRule>>): ComparedRequest {
  if (Object.keys(rules).length === 0) return request;
  const { operation, leaves } = request;
  return {
    operation,
    leaves,
    key: keyOf(
      operation,
      leaves.filter(({ path }) => ruleOf(rules, path) === undefined),
    ),
  };
}

function keyOf(operation: string, leaves: readonly Leaf[]): string {
  return JSON.stringify([operation, ...leaves.map(({ path, value }) => [path, value])]);
}
