import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Client } from '../../generated/types.js';
import { AbortedError, TimeoutError, ValidationError } from '../errors/errors.js';
import { reading } from '../errors/reading.js';
import type { CallOptions } from '../soap/caller.js';
import { timerMs } from '../transport/pause.js';
import { refuse, text } from './check.js';
import type { CredentialsSource } from './types.js';

/** Fetches the `client` part of a request; a promise only where it has to be waited for. */
export type ClientPart = (operation: string, options: CallOptions) => Client | Promise<Client>;

/**
 * Makes the source of the `client` part.
 *
 * @param closing - ends the waiting for credentials when it is aborted
 * @throws ValidationError at once when credentials given as an object are not usable; a function is asked at every call
 */
export function clientPart(
  source: CredentialsSource,
  hash: 'none' | 'md5' = 'none',
  closing?: AbortSignal,
): ClientPart {
  if (hash !== 'none' && hash !== 'md5') throw new ValidationError('hash', "is neither 'none' nor 'md5'");
  if (typeof source !== 'function') {
    const part = toClient(source, hash, undefined);
    return () => part;
  }
  return async (operation, options) =>
    toClient(await fetchCredentials(source, operation, options, closing), hash, operation);
}

async function fetchCredentials(
  source: () => unknown,
  operation: string,
  options: CallOptions,
  closing: AbortSignal | undefined,
): Promise<unknown> {
  const fetched = (async () => source())().catch((cause: unknown) => {
    throw new ValidationError('credentials', 'the function failed', { operation, cause });
  });
  // Waiting for credentials is a part of the call.
  const end = new AbortController();
  try {
    return await Promise.race([fetched, ended(operation, options, closing, end.signal)]);
  } finally {
    end.abort();
  }
}

/** Rejects when the call is aborted, its time is over or the client is closed, until it is no longer needed. */
function ended(
  operation: string,
  { signal, timeoutMs }: CallOptions,
  closing: AbortSignal | undefined,
  done: AbortSignal,
): Promise<never> {
  return new Promise((_resolve, reject) => {
    const listen = (to: AbortSignal | undefined, who: string): void => {
      if (to === undefined) return;
      const abort = (): void => {
        reject(new AbortedError(`${who}; nothing was sent`, 'not-sent', { operation, cause: to.reason }));
      };
      if (to.aborted) abort();
      // Many calls may share one signal; a warning about that would be noise.
      setMaxListeners(0, to);
      to.addEventListener('abort', abort, { once: true, signal: done });
    };
    listen(signal, 'aborted by the caller');
    listen(closing, 'the client was closed');
    if (timeoutMs === undefined) return;
    const timer = setTimeout(() => {
      const what = `fetching the credentials took longer than ${timeoutMs} ms; nothing was sent`;
      reject(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
    }, timerMs(timeoutMs));
    done.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function toClient(credentials: unknown, hash: 'none' | 'md5', operation: string | undefined): Client {
  if (typeof credentials !== 'object' || credentials === null) {
    return refuse({ operation, path: 'credentials' }, 'is not an object with username and password');
  }
  return reading({ credentials }, 'credentials', { operation }, () => {
    const { username, password } = credentials as Record<string, unknown>;
    const given = text(password, { operation, path: 'credentials.password' });
    return {
      username: text(username, { operation, path: 'credentials.username' }),
      password: hash === 'md5' ? createHash('md5').update(given, 'utf8').digest('hex') : given,
    };
  });
}
