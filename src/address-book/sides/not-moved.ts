import { checkOneOf, invalid } from '../../options/check.js';

/**
 * A kind of data that a move leaves behind, because the interface has no place for it: a further name of a number
 * (`'name'`), the info of a group that goes into one with another (`'info'`), a number that stands in a group again
 * (`'double'`).
 */
export type NotMovedKind = 'name' | 'info' | 'double';

/** Each {@link NotMovedKind}. */
export const NOT_MOVED_KINDS: readonly NotMovedKind[] = ['name', 'info', 'double'];

/** Checks what a caller accepts to be left behind. */
export function checkKinds(accept: readonly NotMovedKind[], path: string): readonly NotMovedKind[] {
  if (!Array.isArray(accept)) return invalid(path, 'is not a list');
  // Each once: what it gives up is counted by it.
  return [...new Set(accept.map((kind, index) => checkOneOf(kind, NOT_MOVED_KINDS, `${path}[${index}]`)))];
}
