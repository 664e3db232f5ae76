import { checkBoolean, invalid } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { checkKey, derivedKey } from './key.js';
import { NO_PSEUDONYMS, type PseudonymChoice, Pseudonyms } from './pseudonyms.js';

const PRIVACY = {
  /** Replaces telephone numbers by others with the same length and prefix. Default: false. */
  numbers: withDefault(false, checkBoolean),
  /** Replaces names of contacts and groups, and notes about groups. Default: false. */
  names: withDefault(false, checkBoolean),
  /** Replaces texts of messages and their parameters by others with the same length and encoding. Default: false. */
  texts: withDefault(false, checkBoolean),
  /**
   * The key of the pseudonyms: at least 16 characters, from a generator (`sms-service cassette key`). Required for all
   * options above, to record and to replay. Do not store it beside the cassette. Default: the environment variable
   * `SMS_SERVICE_CASSETTE_KEY`.
   */
  key: optional((key: string) => key),
};

/**
 * The content to replace by pseudonyms before it is written to the disk. User name and password are always replaced.
 */
export interface CassettePrivacy extends OptionsOf<typeof PRIVACY> {}

export type PrivacyValues = OptionValues<typeof PRIVACY>;

export function readPrivacy(privacy: CassettePrivacy, path: string): PrivacyValues {
  return readOptions(privacy, PRIVACY, { path });
}

export const NO_PRIVACY: PrivacyValues = readPrivacy({}, 'privacy');

export class ChosenPrivacy {
  readonly #choice: PseudonymChoice;
  readonly #key: string | undefined;
  #pseudonyms: Pseudonyms | undefined;

  /** @throws ValidationError that names the option */
  constructor({ key: input, ...choice }: PrivacyValues, environment: Readonly<Record<string, string | undefined>>) {
    const key = input ?? environment['SMS_SERVICE_CASSETTE_KEY'];
    const { numbers, names, texts } = choice;
    this.#choice = choice;
    this.#key = key;
    if (!(numbers || names || texts)) this.#pseudonyms = NO_PSEUDONYMS;
    else if (key === undefined) {
      invalid(
        'privacy.key',
        'is required for pseudonyms. Set it, or the environment variable SMS_SERVICE_CASSETTE_KEY',
      );
    }
  }

  /** Derived on first use, because the derivation takes 0.1 s. */
  get pseudonyms(): Pseudonyms {
    return (this.#pseudonyms ??= new Pseudonyms(this.#choice, derivedKey(checkKey(this.#key))));
  }
}
