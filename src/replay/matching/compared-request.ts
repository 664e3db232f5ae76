import type { ReadRequest } from '../contract/contract.js';
import { type Leaf, leavesOf } from '../contract/values.js';
import { type MatchRule, ruleOf } from './rules.js';

/** A request in the form for comparison. */
export interface ComparedRequest {
  readonly operation: string;
  /** Without credentials. */
  readonly leaves: readonly Leaf[];
  /** Equal for requests that are equal in all fields without a rule. */
  readonly key: string;
}

/** Creates the form for comparison, without rules. */
export function comparedRequest({ operation, input }: Pick<ReadRequest, 'operation' | 'input'>): ComparedRequest {
  const leaves = [...leavesOf(input)];
  return { operation, leaves, key: keyOf(operation, leaves) };
}

/** Returns the same request with the rules for its fields. */
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
