import { checkWhole } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import { DEFAULT_CODES, type OwnCodes } from '../gateway/refusal/own-codes.js';

const code = (preset: number) =>
  withDefault(preset, (value: unknown, path: string) => checkWhole(value, path, 1, MOST));

/** The greatest code: of five digits. */
const MOST = 99_999;

const CODE_OPTIONS = {
  /**
   * Attempts and interval of a voice message that are not accepted, more than 20 lookups, `fallback` with several
   * numbers, a request that asks for nothing, and one that cannot be read. Default: 8.
   */
  badRequest: code(DEFAULT_CODES.badRequest),
  /** A sub-user that is not known. Default: 1032. */
  noUser: code(DEFAULT_CODES.noUser),
  /** The name of a sub-user that none may have. Default: 1114. */
  userNameNotAccepted: code(DEFAULT_CODES.userNameNotAccepted),
  /** The password of a sub-user that is no MD5 digest. Default: 1123. */
  passwordNotAccepted: code(DEFAULT_CODES.passwordNotAccepted),
  /** A limit of a sub-user that is no number. Default: 1131. */
  limitNotAccepted: code(DEFAULT_CODES.limitNotAccepted),
  /** A sender name that is not known. Default: 2031. */
  noSender: code(DEFAULT_CODES.noSender),
  /** A sender name that is to be the default one and is not active. Default: 2061. */
  senderNotActive: code(DEFAULT_CODES.senderNotActive),
  /** A contact group without a name. Default: 4110. */
  groupNeedsName: code(DEFAULT_CODES.groupNeedsName),
  /** A name or an info of the phone book that is too long, or that SOAP could not show again. Default: 4111. */
  nameNotAccepted: code(DEFAULT_CODES.nameNotAccepted),
  /** More groups or numbers than a response can hold. Default: 4112. */
  tooManyEntries: code(DEFAULT_CODES.tooManyEntries),
};

/**
 * The codes that refuse what has none in the specification (section 7), whole numbers from 1 to 99999, over SOAP, HTTP
 * and by mail.
 */
export interface SandboxCodeOptions extends OptionsOf<typeof CODE_OPTIONS> {}

/** Reads them. */
export function codeSettings(given: SandboxCodeOptions, path: string): OwnCodes {
  return readOptions(given, CODE_OPTIONS, { path });
}
