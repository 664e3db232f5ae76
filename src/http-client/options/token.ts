import { checkFilled, invalid } from '../../options/check.js';

/** The token of an account (specification section 5), or a function that is asked for it at every call. */
export type TokenSource = string | (() => string | Promise<string>);

/** The characters of a token: it travels in a header. */
const TOKEN = /^[!-~]+$/;

/** Refuses what is no token, and no function. */
export function checkTokenSource(token: TokenSource, path: string): TokenSource {
  return typeof token === 'function' ? token : checkToken(token, path);
}

/** Refuses what is no token. */
export function checkToken(token: unknown, path: string): string {
  if (TOKEN.test(checkFilled(token, path))) return token as string;
  return invalid(path, 'has characters that cannot stand in a header');
}
