import type { Call } from '../../calls/call.js';
import { fetchCredentials } from '../../calls/credentials.js';
import { checkFilled, invalid } from '../../options/check.js';

/** The token of an account (specification section 5), or a function that is asked for it at every call. */
export type TokenSource = string | (() => string | Promise<string>);

/** The characters of a token: it travels in a header. */
const TOKEN = /^[!-~]+$/;

/** Gives the token for a call; a promise only where it has to be waited for. */
export type GetToken = (call: Call) => string | Promise<string>;

/** Refuses what is no token, and no function. */
export function checkToken(token: TokenSource, path: string): TokenSource {
  return typeof token === 'function' ? token : usable(token, path);
}

/**
 * Makes the source of the token.
 *
 * @param closing - ends the waiting for it when it is aborted
 */
export function tokenOf(source: TokenSource, closing: AbortSignal): GetToken {
  if (typeof source === 'string') return () => source;
  return async (call) => {
    const fetched = await fetchCredentials(source, call, closing, 'token');
    return usable(fetched, 'token', call.operation.name);
  };
}

function usable(token: unknown, path: string, operation?: string): string {
  if (TOKEN.test(checkFilled(token, path))) return token as string;
  return invalid(path, 'has characters that cannot stand in a header', { operation });
}
