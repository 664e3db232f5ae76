import { checkBoolean, invalid } from '../../options/check.js';
import { checkObject, type KnownNames } from '../../options/names.js';
import type { PrivacyMark } from '../har/har.js';
import { checkKey, derivedKey } from './key.js';
import { type PseudonymChoice, Pseudonyms } from './pseudonyms.js';

/** What of the contents is replaced by pseudonyms before it reaches the disk. User name and password always are. */
export interface CassettePrivacy {
  /** Telephone numbers, by others of the same length and prefix. Default: false. */
  readonly numbers?: boolean | undefined;
  /** Names of contacts and groups, and what is noted of groups. Default: false. */
  readonly names?: boolean | undefined;
  /** Texts of messages and their parameters, by others of the same length and encoding. Default: false. */
  readonly texts?: boolean | undefined;
  /**
   * The key of the pseudonyms, at least 16 characters, made by a generator: `sms-service cassette key`. Needed for all
   * of the above, to record and to play: keep it where the cassette is not. Default: the environment's
   * `SMS_SERVICE_CASSETTE_KEY`.
   */
  readonly key?: string | undefined;
}

/** What of the environment is looked at. */
export interface PrivacyEnvironment {
  readonly SMS_SERVICE_CASSETTE_KEY?: string | undefined;
}

const PRIVACY: KnownNames<CassettePrivacy> = { numbers: true, names: true, texts: true, key: true };

/** {@link CassettePrivacy}, checked: makes the pseudonyms of a cassette, as soon as its version is known. */
export class ChosenPrivacy {
  readonly #choice: PseudonymChoice;
  readonly #key: string | undefined;
  #pseudonyms: Pseudonyms | undefined;

  /** @throws ValidationError that names the option */
  constructor(privacy: CassettePrivacy, environment: PrivacyEnvironment) {
    const {
      numbers = false,
      names = false,
      texts = false,
      key = environment.SMS_SERVICE_CASSETTE_KEY,
    } = checkObject(privacy, PRIVACY, 'privacy');
    this.#choice = {
      numbers: checkBoolean(numbers, 'privacy.numbers'),
      names: checkBoolean(names, 'privacy.names'),
      texts: checkBoolean(texts, 'privacy.texts'),
    };
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
