import { ECO } from '../../../domain/sending/limits.js';

export type ParamRow = readonly (string | null)[];

export interface CommonOrder {
  readonly to: readonly string[];
  readonly group?: string | undefined;
  /** One value per recipient, or one for the whole group. Default: none. */
  readonly idx?: readonly string[] | undefined;
  /** Refuses a used idx. Default: the setting of the account. */
  readonly checkIdx?: boolean | undefined;
  readonly sendAtMs?: number | undefined;
  readonly notifyUrl?: string | undefined;
  readonly test?: boolean | undefined;
  /** Returns the size of the text of a message in the response, in bytes. Default: the response contains no texts. */
  readonly bytesOfText?: ((text: string) => number) | undefined;
}

export interface SendOrder extends CommonOrder {
  readonly message: string;
  readonly template?: string | undefined;
  readonly params?: readonly ParamRow[] | undefined;
  /** The sender name. Default, and if empty: the default sender. */
  readonly from?: string | undefined;
  readonly eco?: boolean | undefined;
  readonly single?: boolean | undefined;
  readonly noUnicode?: boolean | undefined;
  readonly normalize?: boolean | undefined;
  /** The maximum number of parts of the text before placeholders are filled in. Default: the setting of the account. */
  readonly maxParts?: number | undefined;
  readonly flash?: boolean | undefined;
  readonly binary?: boolean | undefined;
  readonly udh?: string | undefined;
  readonly fast?: boolean | undefined;
  readonly skipForeign?: boolean | undefined;
  readonly allowDuplicates?: boolean | undefined;
  readonly partnerId?: number | undefined;
  /** One of `follow`, `ignore` and `nearest_available`. Default: `follow`. */
  readonly timeRestriction?: string | undefined;
  readonly expiresAtMs?: number | undefined;
  readonly discountGroup?: string | undefined;
  /** Sends a voice message instead if the number is a landline. Default: never. */
  readonly fallback?: 'vms' | undefined;
}

export interface MmsOrder extends CommonOrder {
  readonly subject?: string | undefined;
  readonly smil: string;
}

export interface VmsOrder extends CommonOrder {
  /** The text to speak. Default: none; then `file` is set. */
  readonly tts?: string | undefined;
  /** A wave file: its bytes, or a link to it. Default: none. */
  readonly file?: Uint8Array | string | undefined;
  readonly attempts?: number | undefined;
  readonly intervalSeconds?: number | undefined;
  readonly skipGsm?: boolean | undefined;
}

export function isEco({ eco, from }: SendOrder): boolean {
  return eco === true || from === ECO;
}
