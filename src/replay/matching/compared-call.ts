import { type Leaf, leavesOf } from '../soap/request/field-kinds.js';
import type { DecodedCall } from '../soap/request/read-request.js';
import { type MatchRule, ruleOf } from './rules.js';

/** A request in the form in which requests are compared. */
export interface ComparedCall {
  readonly operation: string;
  /** Without credentials. */
  readonly leaves: readonly Leaf[];
  /** The same for requests that are the same in all fields without a rule. */
  readonly key: string;
}

/** Makes the form in which requests are compared. */
export function comparedCall(
  { operation, input: { client: _credentials, ...input } }: DecodedCall,
  rules: Readonly<Record<string, MatchRule>>,
): ComparedCall {
  const leaves = [...leavesOf(input)];
  const fixed = leaves.filter(({ path }) => ruleOf(rules, path) === undefined);
  return { operation, leaves, key: JSON.stringify([operation, ...fixed.map(({ path, value }) => [path, value])]) };
}
