import { checkTransport } from '../../calls/call-options.js';
import { checkLogger, type Logger } from '../../calls/telling/logger.js';
import { checkBoolean, checkFilled, checkFunction, entriesOf, invalid, isObject, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, withDefault } from '../../options/table.js';
import type { MatchRule } from '../matching/rules.js';
import { NO_PRIVACY, readPrivacy } from '../privacy/chosen-privacy.js';
import { type CassetteAccounts, readAccounts } from './playing/accounts.js';
import type { BeforePlay, BeforeRecord } from './recording/hooks.js';
import { readKeep } from './recording/keeping.js';

/** Every {@link CassetteMode}. */
export const CASSETTE_MODES = ['auto', 'once', 'record', 'replay', 'locked', 'update'] as const;

/**
 * The mode of a cassette decides what it does with a call:
 *
 * - `'auto'`: plays it; records it where it is missing, unless the environment has `CI` set
 * - `'once'`: plays a track that was recorded to its end; records one that was not, from its beginning, unless the
 *   environment has `CI` set
 * - `'record'`: records every call; with the first one what was in the file before is gone
 * - `'replay'`: plays it; a call that is missing fails
 * - `'locked'`: the same, and `close()` fails when there are recordings that nobody asked for
 * - `'update'`: records every call anew; of those that did not change the old recording stays, byte for byte, and what
 *   was not called is gone after `close()`
 *
 * Each looks at one track alone: what `track(name)` gives, or, without a name, the calls of the cassette itself. The
 * recordings of a track that has a name are replaced and dropped when it has ended, and not before.
 */
export type CassetteMode = (typeof CASSETTE_MODES)[number];

export const CASSETTE_OPTIONS = {
  /**
   * Default: `'auto'`. The environment's `SMS_SERVICE_CASSETTE_MODE` comes before it; where `CI` is set, it makes
   * nothing record that would not, and `'locked'` stays.
   */
  mode: withDefault<CassetteMode>('auto', oneOf(...CASSETTE_MODES)),
  /**
   * Carries what is recorded; it is not closed with the cassette. Default: `httpTransport()`, made when it is needed.
   */
  transport: optional(checkTransport),
  /**
   * Rules by which single fields of requests are compared, by their path on the wire without indexes:
   * `{ 'sms_param.date': 'relative', 'sms_param.idx': 'ignore' }`. All others must be equal. Credentials are never
   * compared.
   */
  match: withDefault({}, checkMatch),
  /**
   * Tells accounts apart: a call is played to the account that made it. `'apart'` (default): by the label of the
   * client, which is kept as it is, or without one by a pseudonym of the user name or token; an account that is not
   * in the recordings takes the place of one that is, in their order, so that recordings can be played without their
   * account. `'any'`: whoever asks. Or by labels: `{ main: 'alice' }` for a user name or token,
   * `{ wrong: { username: 'alice', password: 'mistyped' } }` for credentials.
   */
  accounts: withDefault<CassetteAccounts>('apart', readAccounts),
  /**
   * The response to a request that is made more often than it was recorded: `'fail'` (default), or `'repeat'` for the
   * last response once more.
   */
  afterLast: withDefault('fail', oneOf('fail', 'repeat')),
  /**
   * The order in which calls are played: `'any'` (default), where only those of the same request have one, or
   * `'strict'`, where each must be the next one that was recorded. Then `afterLast` cannot be `'repeat'`.
   */
  order: withDefault('any', oneOf('any', 'strict')),
  /**
   * Calls that are recorded although they say nothing about the gateway. Default: none of them, but for refused
   * credentials in a track that mode `'once'` records: a test that passes has meant them.
   */
  keep: withDefault({ failures: false, refusals: undefined }, readKeep),
  /** Told in one line, when it is closed, what was recorded and what was not kept: `console`, or another one. */
  logger: optional<Logger>(checkLogger),
  /**
   * Called before a call is kept, also with a promise: gives the response to keep, which is cleaned as every other,
   * `false` for none, or nothing. Where it fails, the call does, with the outcome `unknown`.
   */
  beforeRecord: optional<BeforeRecord>(checkFunction),
  /** Called before a call is played: gives the response to play, or nothing for that which was recorded. */
  beforePlay: optional<BeforePlay>(checkFunction),
  /**
   * Fills in `{{now}}`, `{{now+3600}}` and `{{now-60}}`, in unix seconds, in what is played, and refuses all else in
   * double braces. Not with pseudonyms, for which a response must be decoded. Default: false.
   */
  templates: withDefault(false, checkBoolean),
  /**
   * Operations that go to the gateway in every mode, also where `CI` is set, and are neither recorded nor played:
   * `['soap_CheckPoints']`. Default: none.
   */
  passThrough: withDefault<readonly string[], readonly string[]>([], (operations, path) =>
    entriesOf(operations, path).map(([each, operation]) => checkFilled(operation, each)),
  ),
  /** The time that a played response takes: `'none'` (default), `'recorded'`, or a factor of the recorded time. */
  latency: withDefault<'none' | 'recorded' | number, number>(0, latencyFactor),
  /**
   * Tracks in the file that nobody has asked for, when a cassette in mode `'locked'` is closed: `'ignore'` (default),
   * because others may play them, or `'fail'`, where one process runs all tests.
   */
  unusedTracks: withDefault('ignore', oneOf('ignore', 'fail')),
  /** The contents that are replaced by pseudonyms. Default: user name and password alone. */
  privacy: withDefault(NO_PRIVACY, readPrivacy),
  /** The current time; where it is no valid `Date` nothing is sent. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkClock),
};

/** Options of a cassette. */
export interface CassetteOptions extends OptionsOf<typeof CASSETTE_OPTIONS> {}

/** {@link CassetteOptions}, checked and with their defaults. */
export type CassetteValues = OptionValues<typeof CASSETTE_OPTIONS>;

/** Refuses a time that is none, before anything is sent. */
function checkClock(given: () => Date, path: string): () => Date {
  const now = checkFunction(given, path);
  return () => {
    const time: unknown = now();
    return time instanceof Date && !Number.isNaN(time.getTime()) ? time : invalid(path, 'gives no valid Date');
  };
}

function checkMatch(match: Readonly<Record<string, MatchRule>>, path: string): Readonly<Record<string, MatchRule>> {
  if (!isObject(match)) return invalid(path, 'is not an object');
  for (const [field, rule] of Object.entries(match)) {
    if (rule !== 'ignore' && rule !== 'relative' && typeof rule !== 'function') {
      invalid(`${path}.${field}`, "is neither 'ignore', 'relative' nor a function");
    }
  }
  return { ...match };
}

function latencyFactor(latency: 'none' | 'recorded' | number, path: string): number {
  if (latency === 'none') return 0;
  if (latency === 'recorded') return 1;
  const isFactor = typeof latency === 'number' && latency >= 0 && latency < Number.POSITIVE_INFINITY;
  return isFactor ? latency : invalid(path, "is neither 'none', 'recorded' nor a number of 0 or more");
}
