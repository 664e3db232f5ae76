import { checkBoolean } from '../options/check.js';
import { type OptionValues, readOptions, withDefault } from '../options/table.js';
import { DEFAULT_LIMITS, type DecodeLimits, type DecodeSettings, LIMITS } from './decoder/limits.js';

/** Options that say how a response may be decoded. */
export const DECODE_OPTIONS = {
  /** The limits of what a response may ask for; each has a default of its own. */
  limits: withDefault<Partial<DecodeLimits>, DecodeLimits>(DEFAULT_LIMITS, (limits, path) =>
    readOptions(limits, LIMITS, { path }),
  ),
  /**
   * Takes two character references to the halves of a surrogate pair (`&#55357;&#56832;`) in the texts of a response
   * for the one character that they stand for. They are forbidden (XML 1.0 section 4.1), and Apache Axis writes emoji
   * so. A half without its other half is refused all the same. Default: false.
   */
  acceptSurrogateReferences: withDefault(false, checkBoolean),
};

/** Makes the settings of a decoder of these options. */
export function decodeSettings(options: OptionValues<typeof DECODE_OPTIONS>): DecodeSettings {
  return { ...options.limits, acceptSurrogateReferences: options.acceptSurrogateReferences };
}
