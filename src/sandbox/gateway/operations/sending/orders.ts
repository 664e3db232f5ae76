import { ECO } from '../../../domain/sending/senders.js';

/** The values for `[%1%]` to `[%4%]` of one recipient. */
export type ParamRow = readonly (string | null)[];

/** A send as it is asked for, the same for one recipient and for many, and whatever interface it comes through. */
export interface SendOrder {
  /** The numbers as they were submitted. */
  readonly to: readonly string[];
  readonly message: string;
  /** One row per recipient. Default: a message that is the same for all. */
  readonly params?: readonly ParamRow[] | undefined;
  /** One value per recipient. Default: none. */
  readonly idx?: readonly string[] | undefined;
  /** Default, and where it is empty: the default sender. */
  readonly from?: string | undefined;
  readonly eco?: boolean | undefined;
  /** The time to send at, in milliseconds since 1970. Default: at once. */
  readonly sendAtMs?: number | undefined;
  readonly single?: boolean | undefined;
  readonly noUnicode?: boolean | undefined;
  readonly binary?: boolean | undefined;
  /** The user data header of a binary message. Default: none. */
  readonly udh?: string | undefined;
  readonly fast?: boolean | undefined;
  readonly test?: boolean | undefined;
}

/** Tells whether a send is Eco: it says so itself, or by its sender name (section 4.1). */
export function isEco({ eco, from }: SendOrder): boolean {
  return eco === true || from === ECO;
}
