import { checkBoolean, invalid } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import type { PrivacyMark } from '../har/har.js';
import { checkKey, derivedKey } from './key.js';
import { type PseudonymChoice, Pseudonyms } from './pseudonyms.js';

const PRIVACY = {
  /** Telephone numbers, by others of the same length and prefix. Default: false. */
  numbers: withDefault(false, checkBoolean),
  /** Names of contacts and groups, and what is noted of groups. Default: false. */
  names: withDefault(false, checkBoolean),
  /** Texts of messages and their parameters, by others of the same length and encoding. Default: false. */
  texts: withDefault(false, checkBoolean),
  /**
   * The key of the pseudonyms, at least 16 characters, made by a generator: `sms-service cassette key`. Needed for all
   * of the above, to record and to play: keep it where the cassette is not. Default: the environment's
   * `SMS_SERVICE_CASSETTE_KEY`.
   */
  key: optional((key: string) => key),
};

/**
 * The contents that are replaced by pseudonyms before they reach the disk. User name and password always are.
 */
export interface CassettePrivacy extends OptionsOf<typeof PRIVACY> {}

/** {@link CassettePrivacy}, checked and with its defaults. */
export type PrivacyValues = OptionValues<typeof PRIVACY>;

/** Checks the option `privacy`. */
export function readPrivacy(privacy: CassettePrivacy, path: string): PrivacyValues {
  return readOptions(privacy, PRIVACY, { path });
}

/** No pseudonyms. */
export const NO_PRIVACY: PrivacyValues = readPrivacy({}, 'privacy');

/** The environment variable that is looked at. */
export interface PrivacyEnvironment {
  readonly SMS_SERVICE_CASSETTE_KEY?: string | undefined;
}

/** {@link CassettePrivacy}, checked: makes the pseudonyms of a cassette, as soon as its version is known. */
export class ChosenPrivacy {
  readonly #choice: PseudonymChoice;
  readonly #key: string | undefined;
  #pseudonyms: Pseudonyms | undefined;

  /** @throws ValidationError that names the option */
  constructor({ key: given, ...choice }: PrivacyValues, environment: PrivacyEnvironment) {
    const key = given ?? environment.SMS_SERVICE_CASSETTE_KEY;
    const { numbers, names, texts } = choice;
    this.#choice = choice;
    this.#key = key;
    if (!(numbers || names || texts)) this.#pseudonyms = new Pseudonyms(this.#choice, '');
    else if (key === undefined) {
      invalid('privacy.key', 'is missing, and SMS_SERVICE_CASSETTE_KEY is not set: pseudonyms need a key');
    }
  }

  /**
   * The pseudonyms for a cassette.
   *
   * @param found - what the cassette says of those that it has
   * @throws ValidationError that names `privacy.key`
   */
  pseudonymsFor(found: PrivacyMark | undefined): Pseudonyms {
    // Version 1 took the key as it was, and every key.
    if (found !== undefined && found.derivation === undefined && this.#pseudonyms?.isActive !== false) {
      return new Pseudonyms(this.#choice, this.#key ?? '');
    }
    return (this.#pseudonyms ??= new Pseudonyms(this.#choice, derivedKey(checkKey(this.#key))));
  }
}
