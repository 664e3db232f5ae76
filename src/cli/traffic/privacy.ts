import type { CassettePrivacy } from '../../replay/index.js';
import type { CommandOption } from '../running/command.js';
import type { Options } from '../running/command-options.js';

const KINDS = ['numbers', 'names', 'texts'] as const;

/** The option for what of a cassette is replaced by pseudonyms. */
export const PRIVACY_OPTION: CommandOption = {
  flags: '--privacy <kinds>',
  text: `what becomes pseudonyms: ${KINDS.join(',')}; their key is SMS_SERVICE_CASSETTE_KEY`,
};

/** Reads {@link PRIVACY_OPTION}. */
export function privacyOf(options: Options): CassettePrivacy {
  return Object.fromEntries(options.someOf('--privacy', KINDS).map((kind) => [kind, true]));
}
