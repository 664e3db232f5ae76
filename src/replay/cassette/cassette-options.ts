import type { Transport } from '../../transport/transport.js';
import type { MatchRule } from '../matching/rules.js';
import type { CassettePrivacy } from '../privacy/chosen-privacy.js';

/**
 * What a cassette does with a call:
 *
 * - `'auto'`: plays it; records it where it is missing, unless the environment has `CI` set
 * - `'record'`: records every call; with the first one what was in the file before is gone
 * - `'replay'`: plays it; a call that is missing fails
 * - `'locked'`: the same, and `close()` fails when there are recordings that nobody asked for
 * - `'update'`: records every call anew; of those that did not change the old recording stays, byte for byte, and what
 *   was not called is gone after `close()`
 */
export type CassetteMode = 'auto' | 'record' | 'replay' | 'locked' | 'update';

/** Options of a cassette. */
export interface CassetteOptions {
  /** Default: `'auto'`. */
  readonly mode?: CassetteMode | undefined;
  /**
   * Carries what is recorded; it is not closed with the cassette. Default: `httpTransport()`, made when it is needed.
   */
  readonly transport?: Transport | undefined;
  /**
   * How single fields of requests are compared, by their path on the wire without indexes: `{ 'sms_param.date':
   * 'relative', 'sms_param.idx': 'ignore' }`. All others must be equal. Credentials are never compared.
   */
  readonly match?: Readonly<Record<string, MatchRule>> | undefined;
  /**
   * What a request gets that is made more often than it was recorded: `'fail'` (default), or `'repeat'` for the last
   * response once more.
   */
  readonly afterLast?: 'fail' | 'repeat' | undefined;
  /** How long a played response takes: `'none'` (default), `'recorded'`, or a factor of the recorded time. */
  readonly latency?: 'none' | 'recorded' | number | undefined;
  readonly privacy?: CassettePrivacy | undefined;
  /** The current time; where it is no valid `Date` nothing is sent. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}
