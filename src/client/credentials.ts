import { createHash } from 'node:crypto';
import type { Client } from '../../generated/types.js';
import { AbortedError, TimeoutError, ValidationError } from '../errors/errors.js';
import type { CallOptions } from '../soap/caller.js';
import { refuse, text } from './check.js';
import type { CredentialsSource } from './types.js';

/** Fetches the `client` part of a request. */
export type ClientPart = (operation: string, options: CallOptions) => Client | Promise<Client>;

/**
 * Makes the source of the `client` part.
 *
 * @throws ValidationError at once when credentials given as an object are not usable; a function is asked at every call
 */
export function clientPart(source: CredentialsSource, hash: 'none' | 'md5' = 'none'): ClientPart {
  if (hash !== 'none' && hash !== 'md5') throw new ValidationError('hash', "is neither 'none' nor 'md5'");
  if (typeof source !== 'function') {
    const part = toClient(source, hash, undefined);
    return () => part;
  }
  return async (operation, options) => toClient(await fetchCredentials(source, operation, options), hash, operation);
}

async function fetchCredentials(source: () => unknown, operation: string, options: CallOptions): Promise<unknown> {
  const fetched = (async () => source())().catch((cause: unknown) => {
    throw new ValidationError('credentials', 'the function failed', { operation, cause });
  });
  const { signal, timeoutMs } = options;
  if (signal === undefined && timeoutMs === undefined) return fetched;
  // Waiting for credentials is a part of the call.
  const end = new AbortController();
  try {
    return await Promise.race([fetched, ended(operation, signal, timeoutMs, end.signal)]);
  } finally {
    end.abort();
  }
}

/** Rejects when the signal is aborted or the time is over, until it is no longer needed. */
function ended(
  operation: string,
  signal: AbortSignal | undefined,
  timeoutMs: number | undefined,
  done: AbortSignal,
): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => {
      const cause: unknown = signal?.reason;
      reject(new AbortedError('aborted by the caller; nothing was sent', 'not-sent', { operation, cause }));
    };
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true, signal: done });
    if (timeoutMs === undefined) return;
    const timer = setTimeout(() => {
      const what = `fetching the credentials took longer than ${timeoutMs} ms; nothing was sent`;
      reject(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
    }, timeoutMs);
    done.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function toClient(credentials: unknown, hash: 'none' | 'md5', operation: string | undefined): Client {
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
