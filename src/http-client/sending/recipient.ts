/** A recipient of a send in doubt. */
export interface Recipient {
  readonly index: number;
  readonly to: string;
  readonly idx: string;
}
