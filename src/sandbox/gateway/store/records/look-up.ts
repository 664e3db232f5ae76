/** A number that was asked for (specification section 4.8). */
export interface LookUp {
  readonly id: string;
  /** The number with its country prefix, digits only. */
  readonly number: string;
  /** The caller's own value; empty where none was given. */
  readonly idx: string;
  readonly acceptedAtMs: number;
}
