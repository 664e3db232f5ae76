import { checkTransport } from '../../calls/call-options.js';
import { checkLogger, type Logger } from '../../calls/events/reporter.js';
import { checkFunction, invalid, isObject, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, withDefault } from '../../options/table.js';
import type { MatchRule } from '../contract/compared-request.js';
import { NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import { readKeep } from './recording/keeping.js';

export const CASSETTE_MODES = ['auto', 'record', 'replay', 'locked', 'update'] as const;

/**
 * How a cassette handles a call:
 *
 * - `'auto'`: replays it. Records it if it is missing, unless the environment variable `CI` is set
 * - `'record'`: records every call. The first recorded call deletes the previous recordings
 * - `'replay'`: replays it. A missing call fails
 * - `'locked'`: like `'replay'`, and `close()` fails if there are unused recordings
 * - `'update'`: re-records every call. A recording whose response did not change stays byte for byte. Recordings of
 *   calls that were not made are deleted by `close()`
 *
 * A mode applies to one track at a time: the named track from `track(name)`, or the calls of the cassette without a
 * track. Recordings of a named track are replaced and deleted only after the track has ended.
 */
export type CassetteMode = (typeof CASSETTE_MODES)[number];

export const CASSETTE_OPTIONS = {
  /**
   * The mode. The environment variable `SMS_SERVICE_CASSETTE_MODE` takes precedence. If `CI` is set, a value of the
   * variable that records is an error, and `'locked'` stays in effect. Default: `'auto'`.
   */
  mode: withDefault<CassetteMode>('auto', oneOf(...CASSETTE_MODES)),
  /**
   * The transport for calls to record. It is not closed with the cassette. Default: `httpTransport()`, created lazily.
   */
  transport: optional(checkTransport),
  /**
   * Rules to compare single fields of requests, by their path on the wire without indexes:
   * `{ 'sms_param.date': 'relative', 'sms_param.idx': 'ignore' }`. All other fields must be equal. Credentials are
   * never compared.
   */
  match: withDefault({}, checkMatch),
  /**
   * The response to a request that is made more often than it was recorded: `'fail'` (default), or `'repeat'` to repeat
   * the last response.
   */
  afterLast: withDefault('fail', oneOf('fail', 'repeat')),
  /**
   * Also records calls that never reached the gateway (`failures`), and calls with refused credentials (`refusals`).
   * Default: neither.
   */
  keep: withDefault({ failures: false, refusals: false }, readKeep),
  /** Receives one line on close: the number of recorded and of skipped calls. `console`, or another logger. */
  logger: optional<Logger>(checkLogger),
  /** The duration of a replayed call: `'none'` (default), or `'recorded'` for the recorded time. */
  latency: withDefault('none', oneOf('none', 'recorded')),
  /**
   * How `close()` in mode `'locked'` handles tracks of the file that were not used: `'ignore'` (default), because
   * another process may use them, or `'fail'`, if one process runs all tests.
   */
  unusedTracks: withDefault('ignore', oneOf('ignore', 'fail')),
  /** The content to replace by pseudonyms. Default: only the user name and password. */
  privacy: withDefault(NO_PRIVACY, readPrivacy),
  /** Returns the current time. If it does not return a valid `Date`, nothing is sent. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkClock),
};

/** Options of a cassette. */
export interface CassetteOptions extends OptionsOf<typeof CASSETTE_OPTIONS> {}

export type CassetteValues = OptionValues<typeof CASSETTE_OPTIONS>;

/** Wraps the clock so that an invalid time throws before anything is sent. */
function checkClock(input: () => Date, path: string): () => Date {
  const now = checkFunction(input, path);
  return () => {
    const time: unknown = now();
    return time instanceof Date && !Number.isNaN(time.getTime()) ? time : invalid(path, 'must return a valid Date');
  };
}

function checkMatch(match: Readonly<Record<string, MatchRule>>, path: string): Readonly<Record<string, MatchRule>> {
  if (!isObject(match)) return invalid(path, 'must be an object');
  for (const [field, rule] of Object.entries(match)) {
    if (rule !== 'ignore' && rule !== 'relative' && typeof rule !== 'function') {
      invalid(`${path}.${field}`, "must be 'ignore', 'relative' or a function");
    }
  }
  return { ...match };
}
