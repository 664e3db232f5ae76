import { checkBoolean, checkPositive } from '../../options/check.js';
import { type OptionValues, readOptions, withDefault } from '../../options/table.js';
import type { XmlSettings } from '../../xml/reader.js';

const LIMITS = {
  /**
   * The maximum nesting depth of elements. Default: 256. Values and references are read to a depth of at most 512, even
   * if the limit is higher, because each level uses the stack. Skipped elements do not.
   */
  maxDepth: withDefault(256, checkPositive),
  /** The maximum number of attributes and namespace declarations of one tag. Default: 256. */
  maxAttributes: withDefault(256, checkPositive),
  /**
   * The maximum number of items of one array. Not applied to a streamed array whose items are in order. Default:
   * 1,000,000.
   */
  maxArrayItems: withDefault(1_000_000, checkPositive),
  /**
   * The maximum number of buffered bytes of a streamed response. Normally only the current record is buffered. If
   * records reference later elements, all bytes except the returned records are buffered. Default: 67,108,864 (64 MiB).
   */
  maxBufferedBytes: withDefault(67_108_864, checkPositive),
  /** The maximum number of followed references (`href`), including those inside repeated values. Default: 1,000,000. */
  maxReferences: withDefault(1_000_000, checkPositive),
};

/** The limits for decoding a response. */
export interface DecodeLimits extends OptionValues<typeof LIMITS> {}

/** The maximum that a document may repeat by references. The greater of the two limits applies. */
interface RepeatLimit {
  readonly bytes: number;
  readonly times: number;
}

/** A server may reference one object many times. */
const RESPONSE_REPEATS: RepeatLimit = { bytes: 1_048_576, times: 16 };
export const REQUEST_REPEATS: RepeatLimit = { bytes: 65_536, times: 1 };

export type DecodeSettings = DecodeLimits &
  XmlSettings & {
    /** Default: the limit for responses. */
    readonly maxRepeats?: RepeatLimit | undefined;
    /** Accepts two character references to the halves of a surrogate pair as one character in texts. Default: false. */
    readonly acceptSurrogateReferences?: boolean | undefined;
  };

export const DEFAULT_LIMITS: DecodeLimits = readOptions({}, LIMITS);

/** Computes the number of bytes that a document of a given length may repeat, as a limit with `times` 0. */
export function repeatsOf({ maxRepeats = RESPONSE_REPEATS }: DecodeSettings, documentBytes: number): RepeatLimit {
  return { bytes: Math.max(maxRepeats.bytes, maxRepeats.times * documentBytes), times: 0 };
}

export const DECODE_OPTIONS = {
  /** The limits for responses. Each limit has its own default. */
  limits: withDefault<Partial<DecodeLimits>, DecodeLimits>(DEFAULT_LIMITS, (limits, path) =>
    readOptions(limits, LIMITS, { path }),
  ),
  /**
   * Decodes two character references to the halves of a surrogate pair (`&#55357;&#56832;`) in the texts of a response
   * as one character. XML forbids them (XML 1.0 section 4.1), but Apache Axis writes emoji this way. A single half is
   * always rejected. Default: false.
   */
  acceptSurrogateReferences: withDefault(false, checkBoolean),
};

export function decodeSettings(options: OptionValues<typeof DECODE_OPTIONS>): DecodeSettings {
  return { ...options.limits, acceptSurrogateReferences: options.acceptSurrogateReferences };
}
