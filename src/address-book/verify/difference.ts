import type { NotMovedKind } from '../sides/not-moved.js';

/** Something in which the target is not as the source. */
export interface AddressBookDifference {
  /**
   * `'missing-…'`: the target does not have it; `'extra-…'`: only the target has it; `'other-name'`: the target has the
   * number, but not under this name; `'fewer'`: the number and the name, but not so often; `'double'`: the target has
   * the number more often; `'info'`: its group has another info.
   */
  readonly kind:
    | 'missing-group'
    | 'extra-group'
    | 'missing-number'
    | 'extra-number'
    | 'other-name'
    | 'fewer'
    | 'double'
    | 'info'
    | 'extra-info';
  /** The name of the group. */
  readonly group: string;
  /** The number, or its keyed hash; absent for a group. */
  readonly number?: string | undefined;
  /** The name of the number in the source, where that is what the target lacks; absent where numbers are hashed. */
  readonly name?: string | undefined;
}

/** The kind of difference that a comparison finds, by the kind of data that was left behind. */
export const DIFFERENCE_OF: Readonly<Record<NotMovedKind, AddressBookDifference['kind']>> = {
  name: 'other-name',
  info: 'info',
  double: 'fewer',
};

/** The differences of two accounts, counted. */
export interface VerifyResult {
  readonly groups: number;
  /** Numbers of the source, each once in its group. */
  readonly numbers: number;
  /** Groups and numbers that the target does not have. */
  readonly missing: number;
  /** Groups, numbers and infos that only the target has. */
  readonly extra: number;
  /** Names that a number does not have in the target. */
  readonly otherNames: number;
  /** Entries of numbers in the target beyond those that the source has. */
  readonly doubles: number;
  /** Entries of numbers in the source beyond those that the target has. */
  readonly fewer: number;
  /** Groups with another info in the target. */
  readonly infos: number;
  /** True where both sides show the same groups under the same ids: they may be one account. */
  readonly hasSameIds: boolean;
  /**
   * True where the target has all that the source has, no number more often, each under its names, each group with its
   * info, but for the accepted kinds. It may have more.
   */
  readonly isComplete: boolean;
}
