import { SIGNATURE_FIELDS } from '../../domain/sending/notify-url.js';
import { checkFilled, entriesOf, oneOf } from '../../options/check.js';
import { type Option, optional, withDefault } from '../../options/table.js';
import { type CallbackLimitOptions, type CallbackLimits, readLimits } from '../body/limits.js';
import type { CallbackKind } from '../description/events.js';
import { CALLBACKS } from '../description/kinds.js';

const KINDS = Object.keys(CALLBACKS) as CallbackKind[];
const SIGNATURE: ReadonlySet<string> = new Set(Object.values(SIGNATURE_FIELDS));

/** The option `ownParameters`. @param check - checks the name of a parameter */
export function parameterNames(
  check: (name: string, path: string) => string,
): Option<readonly string[], ReadonlySet<string>> {
  return withDefault<readonly string[], ReadonlySet<string>>(
    SIGNATURE,
    (names, path) => new Set([...entriesOf(names, path).map(([each, name]) => check(name, each)), ...SIGNATURE]),
  );
}

export const READING_OPTIONS = {
  /** The only kind of callback that this address receives. Default: detected by the field names. */
  kind: optional<CallbackKind>(oneOf(...KINDS)),
  /** The limits for one request; larger requests are refused. Default: see {@link CallbackLimitOptions}. */
  limits: withDefault<CallbackLimitOptions, CallbackLimits>(readLimits({}, 'limits'), readLimits),
  /**
   * An existing folder for the files of MMS. Each file gets a random name, and only its owner can read it. Files of
   * handled events belong to the program. Processes that share an inbox need the same folder. Default: files are kept in
   * memory, in `bytes`.
   */
  filesFolder: optional<string>(checkFilled),
  /**
   * The names of query parameters that belong to the address, not to the callback. The parameters of a signature and of
   * the option `secret` are known. `parseCallback` has no secret: without its name here, it is in `unknownFields`.
   * Default: none.
   */
  ownParameters: parameterNames(checkFilled),
};
