/**
 * What a move leaves behind, because the interface has no place for it: a further name of a number (`'name'`), the info
 * of a group that goes into one with another (`'info'`), a number that stands in a group again (`'double'`).
 */
export type NotMovedKind = 'name' | 'info' | 'double';

/** Each {@link NotMovedKind}. */
export const NOT_MOVED_KINDS: readonly NotMovedKind[] = ['name', 'info', 'double'];
