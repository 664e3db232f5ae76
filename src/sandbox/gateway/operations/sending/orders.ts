import { ECO } from '../../../../domain/sending/senders.js';

/** The values for `[%1%]` to `[%4%]` of one recipient. */
export type ParamRow = readonly (string | null)[];

/** All that a send of any kind can be asked for, whatever interface it comes through. */
export interface CommonOrder {
  /** The numbers as they were submitted. */
  readonly to: readonly string[];
  /** The name of a contact group whose numbers come behind those. Default: none. */
  readonly group?: string | undefined;
  /** One value per recipient, or one for all of a group. Default: none. */
  readonly idx?: readonly string[] | undefined;
  /** Refuses an idx that was used already. Default: as the account has it. */
  readonly checkIdx?: boolean | undefined;
  /** The time to send at, in milliseconds since 1970. Default: at once. */
  readonly sendAtMs?: number | undefined;
  /** The address for delivery reports. Default: none. */
  readonly notifyUrl?: string | undefined;
  readonly test?: boolean | undefined;
  /** Gives the bytes that the text of each message takes in the answer. Default: the answer shows no texts. */
  readonly bytesOfText?: ((text: string) => number) | undefined;
}

/** A send of an SMS as it is asked for, the same for one recipient and for many (specification section 4.1). */
export interface SendOrder extends CommonOrder {
  readonly message: string;
  /** The name of the template whose text takes the place of `message`. Default: none. */
  readonly template?: string | undefined;
  /** One row per recipient. Default: a message that is the same for all. */
  readonly params?: readonly ParamRow[] | undefined;
  /** Default, and where it is empty: the default sender. */
  readonly from?: string | undefined;
  readonly eco?: boolean | undefined;
  readonly single?: boolean | undefined;
  readonly noUnicode?: boolean | undefined;
  readonly normalize?: boolean | undefined;
  /** The most parts that the text may have before its placeholders are filled in. Default: as the account has it. */
  readonly maxParts?: number | undefined;
  readonly flash?: boolean | undefined;
  readonly binary?: boolean | undefined;
  /** The user data header of a binary message. Default: none. */
  readonly udh?: string | undefined;
  readonly fast?: boolean | undefined;
  readonly skipForeign?: boolean | undefined;
  readonly allowDuplicates?: boolean | undefined;
  readonly partnerId?: number | undefined;
  /** One of `follow`, `ignore` and `nearest_available`. Default: `follow`. */
  readonly timeRestriction?: string | undefined;
  /** The time at which it is given up, in milliseconds since 1970. Default: never. */
  readonly expiresAtMs?: number | undefined;
  /** The group whose discount codes stand in for `[%kod%]`. Default: none. */
  readonly discountGroup?: string | undefined;
  /** Sends a voice message in its place where the number is a landline. Default: never. */
  readonly fallback?: 'vms' | undefined;
}

/** A send of an MMS as it is asked for (specification section 4.2). */
export interface MmsOrder extends CommonOrder {
  readonly subject?: string | undefined;
  readonly smil: string;
}

/** A send of a voice message as it is asked for (specification section 4.3). */
export interface VmsOrder extends CommonOrder {
  /** The text to speak. Default: none; then there is a file. */
  readonly tts?: string | undefined;
  /** A wave file: its bytes, or the link to it. Default: none. */
  readonly file?: Uint8Array | string | undefined;
  /** The most attempts. Default: 1. */
  readonly attempts?: number | undefined;
  /** Seconds between attempts. Default: 300. */
  readonly intervalSeconds?: number | undefined;
  readonly skipGsm?: boolean | undefined;
}

/** Tells whether a send is Eco: it says so itself, or by its sender name (section 4.1). */
export function isEco({ eco, from }: SendOrder): boolean {
  return eco === true || from === ECO;
}
