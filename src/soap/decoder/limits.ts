import { checkPositive } from '../../options/check.js';
import { type OptionValues, readOptions, withDefault } from '../../options/table.js';
import type { XmlSettings } from '../../xml/reader.js';

/** The limits of what a response may ask for. */
export const LIMITS = {
  /**
   * The depth to which elements may be nested. Default: 256. However much is given, values and references are read to a
   * depth of 512 only, because each of their levels takes a piece of the stack; what is passed over takes none.
   */
  maxDepth: withDefault(256, checkPositive),
  /** The most attributes and namespace declarations that one tag may have. Default: 256. */
  maxAttributes: withDefault(256, checkPositive),
  /** The most items of one array that is read whole; a streamed one may have any number. Default: 1,000,000. */
  maxArrayItems: withDefault(1_000_000, checkPositive),
  /**
   * The most bytes of a streamed response that are kept: of one record, or, where records refer to elements that come
   * later, of all but the records that were given out. Default: 67,108,864 (64 MiB).
   */
  maxBufferedBytes: withDefault(67_108_864, checkPositive),
  /** The most references (`href`) that are followed, also those inside a repeated value. Default: 1,000,000. */
  maxReferences: withDefault(1_000_000, checkPositive),
};

/** The limits of what a response may ask for. */
export interface DecodeLimits extends OptionValues<typeof LIMITS> {}

/** The most that a document repeats of itself by references, beyond the first to each value: the greater of the two. */
export interface RepeatLimit {
  readonly bytes: number;
  /** In times of its length. */
  readonly times: number;
}

/** A server may well refer to one object many times. */
const RESPONSE_REPEATS: RepeatLimit = { bytes: 1_048_576, times: 16 };
/** Nobody needs to, in a request. */
export const REQUEST_REPEATS: RepeatLimit = { bytes: 65_536, times: 1 };

/** The limits, which shortcuts may be taken, and what is accepted against the rules. */
export type DecodeSettings = DecodeLimits &
  XmlSettings & {
    /** Default: that of responses. */
    readonly maxRepeats?: RepeatLimit | undefined;
    /** In texts, two references to the halves of a surrogate pair are one character. Default: they are refused. */
    readonly acceptSurrogateReferences?: boolean | undefined;
  };

/** The limits where no others are given. */
export const DEFAULT_LIMITS: DecodeLimits = readOptions({}, LIMITS);

/** Computes the most bytes that a document of a length may repeat, as a limit without `times`. */
export function repeatsOf({ maxRepeats = RESPONSE_REPEATS }: DecodeSettings, documentBytes: number): RepeatLimit {
  return { bytes: Math.max(maxRepeats.bytes, maxRepeats.times * documentBytes), times: 0 };
}
