import type { Client } from '../../generated/types.js';
import type { Call } from '../calls/call.js';
import { fetchCredentials } from '../calls/credentials.js';
import { text } from '../domain/check-values.js';
import { invalid } from '../options/check.js';
import { reading } from '../options/readable.js';
import { md5 } from '../redact/md5.js';
import type { CredentialsSource } from './types.js';

/** Fetches the `client` part of a request; a promise only where it has to be waited for. */
export type ClientPart = (call: Call) => Client | Promise<Client>;

/**
 * Makes the source of the `client` part.
 *
 * @param closing - ends the waiting for credentials when it is aborted
 * @throws ValidationError at once when credentials given as an object are not usable; a function is asked at every call
 */
export function clientPart(source: CredentialsSource, hash: 'none' | 'md5', closing: AbortSignal): ClientPart {
  if (typeof source !== 'function') {
    const part = toClient(source, hash, undefined);
    return () => part;
  }
  return async (call) => toClient(await fetchCredentials(source, call, closing), hash, call.operation.name);
}

function toClient(credentials: unknown, hash: 'none' | 'md5', operation: string | undefined): Client {
  if (typeof credentials !== 'object' || credentials === null) {
    return invalid('credentials', 'is not an object with username and password', { operation });
  }
  return reading({ credentials }, 'credentials', { operation }, () => {
    const { username, password } = credentials as Record<string, unknown>;
    const given = text(password, 'credentials.password', operation);
    return {
      username: text(username, 'credentials.username', operation),
      password: hash === 'md5' ? md5(given) : given,
    };
  });
}
