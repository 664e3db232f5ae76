import { checkBoolean } from '../options/check.js';
import { type OptionValues, readOptions, withDefault } from '../options/table.js';
import { DEFAULT_LIMITS, type DecodeLimits, type DecodeSettings, LIMITS } from './decoder/limits.js';

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

/** Creates decoder settings from these options. */
export function decodeSettings(options: OptionValues<typeof DECODE_OPTIONS>): DecodeSettings {
  return { ...options.limits, acceptSurrogateReferences: options.acceptSurrogateReferences };
}
