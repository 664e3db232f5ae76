import type { ReadRequest } from '../contract/contract.js';
import { type Leaf, leavesOf } from '../contract/values.js';
import { type MatchRule, ruleOf } from './rules.js';

/** A request in the form in which requests are compared. */
export interface ComparedRequest {
  readonly operation: string;
  /** Without credentials. */
  readonly leaves: readonly Leaf[];
  /** The same for requests that are the same in all fields without a rule. */
  readonly key: string;
}

/** Makes the form in which requests are compared. */
export function comparedRequest(
  { operation, input }: Pick<ReadRequest, 'operation' | 'input'>,
  rules: Readonly<Record<string, MatchRule>>,
): ComparedRequest {
  const leaves = [...leavesOf(input)];
  const fixed = leaves.filter(({ path }) => ruleOf(rules, path) === undefined);
  return { operation, leaves, key: JSON.stringify([operation, ...fixed.map(({ path, value }) => [path, value])]) };
}
