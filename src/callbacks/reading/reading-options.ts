import { SIGNATURE_FIELDS } from '../../domain/notify-url/signature.js';
import { checkFilled, checkOneOf, entriesOf } from '../../options/check.js';
import { optional, withDefault } from '../../options/table.js';
import { type CallbackLimitOptions, readLimits } from '../body/limits.js';
import type { CallbackKind } from '../description/events.js';
import { CALLBACKS } from '../description/kinds.js';

const SIGNATURE: ReadonlySet<string> = new Set(Object.values(SIGNATURE_FIELDS));
const KINDS = Object.keys(CALLBACKS) as readonly CallbackKind[];

/** How the requests to an address are read. */
export const READING_OPTIONS = {
  /** The only kind of callback that the address receives. Default: detected by the field names. */
  kind: optional<CallbackKind>((kind, path) => checkOneOf(kind, KINDS, path)),
  /** The most that a request may hold; what has more is refused. Each limit has a default. */
  limits: withDefault(readLimits({}, 'limits'), (limits: CallbackLimitOptions, path) => readLimits(limits, path)),
  /**
   * The folder for the files of an MMS, which has to be there. Each is written under a random name, for its owner alone
   * to read. Default: files are kept in memory.
   */
  filesFolder: optional((folder: string, path) => checkFilled(folder, path)),
  /**
   * The names of query parameters that belong to the address itself. Name the parameter of a secret: otherwise it is in
   * `unknownFields` of each event that arrives by GET. Parameters of a signature (`signedNotifyUrl`) are known.
   * Default: none.
   */
  ownParameters: withDefault<readonly string[], ReadonlySet<string>>(SIGNATURE, (names, path) => {
    return new Set([...entriesOf(names, path).map(([entryPath, name]) => checkFilled(name, entryPath)), ...SIGNATURE]);
  }),
};
