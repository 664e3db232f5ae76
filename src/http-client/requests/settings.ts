import type { OwnCallsValues } from '../../calls/call-options.js';
import type { CredentialsSettings } from '../../calls/credentials.js';
import type { OptionValues } from '../../options/table.js';
import type { HTTP_ACCOUNT_OPTIONS } from '../options/client-options.js';
import { checkToken } from '../options/token.js';
import { IdxSource } from './own-idx.js';

type Values = Omit<OptionValues<typeof HTTP_ACCOUNT_OPTIONS>, 'token' | 'label'>;

/** The settings of a client that decide about its requests and their answers. */
export type RequestSettings = Pick<
  Values,
  'tokenIn' | 'variant' | 'format' | 'passwordHash' | 'validation' | 'shortLinkKey' | 'maxSettled' | 'now'
>;

/** The settings of a client that say nothing about whose account it is: the clients of a gateway may share them. */
export interface HttpClientSettings {
  readonly credentials: CredentialsSettings<string>;
  readonly requests: RequestSettings;
  readonly idxSource: IdxSource;
  readonly calls: OwnCallsValues;
}

/** Makes the settings of what was read of the options. */
export function httpClientSettings({ credentialsTimeoutMs, credentialsTtlMs, ...rest }: Values): HttpClientSettings {
  const { tokenIn, variant, format, passwordHash, validation, shortLinkKey, maxSettled, now, ...calls } = rest;
  return {
    requests: { tokenIn, variant, format, passwordHash, validation, shortLinkKey, maxSettled, now },
    idxSource: new IdxSource(),
    credentials: {
      option: 'token',
      credentialsTimeoutMs,
      credentialsTtlMs,
      read: (given) => checkToken(given, 'token'),
      isSame: (one, other) => one === other,
    },
    calls,
  };
}
