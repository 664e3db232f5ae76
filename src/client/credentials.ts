import { createHash } from 'node:crypto';
import type { Client } from '../../generated/types.js';
import { ValidationError } from '../errors/errors.js';
import { refuse, text } from './check.js';
import type { CredentialsSource } from './types.js';

/** Fetches the `client` part of a request. */
export type ClientPart = (operation: string) => Client | Promise<Client>;

/**
 * Makes the source of the `client` part.
 *
 * @throws ValidationError at once when credentials given as an object are not usable; a function is asked at every call
 */
export function clientPart(source: CredentialsSource, hash: 'none' | 'md5' = 'none'): ClientPart {
  if (hash !== 'none' && hash !== 'md5') throw new ValidationError('hash', "is neither 'none' nor 'md5'");
  if (typeof source !== 'function') {
    const part = toClient(source, hash, '');
    return () => part;
  }
  return async (operation) => toClient(await fetchCredentials(source, operation), hash, operation);
}

async function fetchCredentials(source: () => unknown, operation: string): Promise<unknown> {
  try {
    return await source();
  } catch (cause) {
    throw new ValidationError('credentials', 'the function rejected', { operation, cause });
  }
}

function toClient(credentials: unknown, hash: 'none' | 'md5', operation: string): Client {
  if (typeof credentials !== 'object' || credentials === null) {
    return refuse({ operation, path: 'credentials' }, 'is not an object with username and password');
  }
  const { username, password } = credentials as Record<string, unknown>;
  const given = text(password, { operation, path: 'credentials.password' });
  return {
    username: text(username, { operation, path: 'credentials.username' }),
    password: hash === 'md5' ? createHash('md5').update(given, 'utf8').digest('hex') : given,
  };
}
