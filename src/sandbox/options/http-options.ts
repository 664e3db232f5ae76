import { checkFilled, checkWhole, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';

const HTTP_OPTIONS = {
  /** The HTTP status of errors, of which the specification names none, a whole number from 200 to 599. Default: 200. */
  errorStatus: withDefault(200, (value: unknown, path: string) => checkWhole(value, path, 200, 599)),
  /** The points of JSON: `'number'` (default) or `'text'`, as in `"0.1600"`. */
  pointsAs: withDefault('number', oneOf('number', 'text')),
  /**
   * The place of text, length and parts that `details` asks for: `'list'` (default) in each message, `'answer'` once,
   * beside the list.
   */
  detailsIn: withDefault('list', oneOf('list', 'answer')),
  /**
   * The numbers that a send has skipped: `'details'` (default) lists them beside the messages, and only where `details`
   * asks for it; `'list'` has an item for each among the messages, with an `error`.
   */
  skippedIn: withDefault('details', oneOf('details', 'list')),
  /** The answer about a single message: `'list'` (default) of one, or `'flat'`, the message itself. */
  singleAs: withDefault('list', oneOf('list', 'flat')),
  /** The paths at which `sch_del` deletes: `'sms.do'` (default) alone, or `'all'` of sms.do, mms.do and vms.do. */
  deletesAt: withDefault('sms.do', oneOf('sms.do', 'all')),
  /**
   * Ids of `sch_del` of which nothing waits, beside others: `'left-out'` (default), or `'refused'` with 301, where none
   * is deleted.
   */
  unknownIds: withDefault('left-out', oneOf('left-out', 'refused')),
  /** The `date_sent` of a scheduled message: `'scheduled'` (default) its own time, `'accepted'` that of the call. */
  dateSentAs: withDefault('scheduled', oneOf('scheduled', 'accepted')),
  /**
   * The parameter by which `credits` (specification section 4.6) names the sub-user whose points are wanted; the
   * specification shows none. Default: none, and `credits` gives the points of the account that asks.
   */
  pointsUser: optional(checkFilled),
  /** The code of a wrong token at the profile: `'word'` (default), `authorization_failed`, or `'number'`. */
  profileErrorAs: withDefault('word', oneOf('word', 'number')),
};

/** The forms of the HTTP interface that the specification leaves open. */
export interface SandboxHttpOptions extends OptionsOf<typeof HTTP_OPTIONS> {}

/** The same, checked and with their defaults. */
export type HttpSettings = OptionValues<typeof HTTP_OPTIONS>;

/** All defaults. */
export const DEFAULT_HTTP: HttpSettings = readOptions({}, HTTP_OPTIONS);

/** Reads them. */
export function httpSettings(given: SandboxHttpOptions, path: string): HttpSettings {
  return readOptions(given, HTTP_OPTIONS, { path });
}
