import type { XmlLimits, XmlSettings } from '../../xml/reader.js';

/** How much a response may ask for. */
export interface DecodeLimits extends XmlLimits {
  /**
   * How deep elements may be nested. Default: 256. However much is given, values and references are read to a depth of
   * 512 only, because each of their levels takes a piece of the stack; what is passed over takes none.
   */
  readonly maxDepth: number;
  /** How many items one array may have that is read whole; a streamed one may have any number. Default: 1,000,000. */
  readonly maxArrayItems: number;
  /**
   * How many bytes of a streamed response may be kept: of one record, or, where records refer to elements that come
   * later, of all but the records that were given out. Default: 67,108,864 (64 MiB).
   */
  readonly maxBufferedBytes: number;
  /** How many references (`href`) may be followed, those inside a repeated value counted again. Default: 1,000,000. */
  readonly maxReferences: number;
}

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
export const DEFAULT_LIMITS: DecodeLimits = {
  maxDepth: 256,
  maxAttributes: 256,
  maxArrayItems: 1_000_000,
  maxBufferedBytes: 67_108_864,
  maxReferences: 1_000_000,
};

/** Computes the most bytes that a document of a length may repeat, as a limit without `times`. */
export function repeatsOf({ maxRepeats = RESPONSE_REPEATS }: DecodeSettings, documentBytes: number): RepeatLimit {
  return { bytes: Math.max(maxRepeats.bytes, maxRepeats.times * documentBytes), times: 0 };
}
