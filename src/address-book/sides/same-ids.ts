import type { Group } from '../../client/types.js';

/**
 * Tells whether two accounts show the same groups under the same ids. Accounts of two gateways may by chance; one
 * account that is reached by two ways always does.
 */
export function haveSameIds(one: readonly Group[], other: readonly Group[]): boolean {
  if (one.length === 0 || one.length !== other.length) return false;
  const names = new Map(other.map(({ id, name }) => [id, name]));
  return one.every(({ id, name }) => names.get(id) === name);
}
