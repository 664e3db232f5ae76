import type { AuthorizedCall } from './operations/authorized-call.js';
import { openLink } from './operations/open-link.js';
import type { GatewaySettings } from './operations/settings.js';
import { UnusableOption } from './operations/unusable-option.js';
import type { Account } from './store/account.js';
import type { AccountBook } from './store/account-book.js';
import type { StoreEvents } from './store/events.js';
import { type LinkVisitor, type SentLink, UNKNOWN_VISITOR } from './store/links.js';

/** Tells whose a call is (specification section 5). */
export type GatewayCredentials = UserCredentials | DigestCredentials | { readonly token: string };

/** Credentials that nobody has yet. */
export type NewcomerCredentials = { readonly username: string; readonly password: string } | { readonly token: string };

/** A username and its password. */
interface UserCredentials {
  readonly username: string;
  /** In the form that the account expects; `undefined` where none came. */
  readonly password: string | undefined;
}

/** A username and the digest of its password, as mail has them. */
interface DigestCredentials {
  readonly username: string;
  /** The MD5 digest of the password in hexadecimal, whatever the account expects; `undefined` where none came. */
  readonly passwordDigest: string | undefined;
}

/** The gateway without any wire: its accounts, and who may use them. */
export interface Gateway {
  readonly accounts: AccountBook;
  /** Tells of what happens in the store of the accounts. */
  readonly events: StoreEvents;
  /** The current time in milliseconds since 1970. @throws UnusableOption when the option `now` gives no valid Date */
  nowMs(): number;
  /**
   * Brings the store to the current time: whoever listens is told of the statuses that messages have come to.
   *
   * @throws UnusableOption when the option `now` gives no valid Date
   */
  advance(): void;
  /** The username that credentials name, rightly or not; `undefined` where they name none. */
  usernameOf(credentials: GatewayCredentials): string | undefined;
  /**
   * Tells whose credentials they are, for a request from an address.
   *
   * @param operation - the one that is asked for. Default: empty
   */
  authorize(credentials: GatewayCredentials, address: string, operation?: string): AuthorizedCall | undefined;
  /**
   * Opens a link that a message had, as its recipient does.
   *
   * @param suffix - what stands behind the host
   * @param visitor - the one who opens it. Default: nobody knows
   * @returns the link; `undefined` for one that was never sent, or is not valid any more
   */
  openLink(suffix: string, visitor?: LinkVisitor): SentLink | undefined;
}

/**
 * Makes a gateway.
 *
 * @param events - those that the accounts tell of
 * @param welcome - makes the account of credentials that nobody has. Default: they are refused
 */
export function makeGateway(
  accounts: AccountBook,
  settings: GatewaySettings,
  events: StoreEvents,
  welcome: (newcomer: NewcomerCredentials) => Account | undefined = () => undefined,
): Gateway {
  const nowMs = (): number => {
    const now: unknown = settings.now();
    if (now instanceof Date && !Number.isNaN(now.getTime())) return now.getTime();
    throw new UnusableOption('now', 'gave no valid Date');
  };
  return {
    accounts,
    events,
    nowMs,
    advance: () => events.advance(nowMs()),
    usernameOf: (credentials) =>
      'token' in credentials ? accounts.ofToken(credentials.token)?.account.username : credentials.username,
    authorize: (credentials, address, operation = '') => {
      const owner = ownerOf(credentials, accounts) ?? newOwner(credentials, accounts, welcome);
      if (owner === undefined) return undefined;
      const now = nowMs();
      events.advance(now);
      owner.account.advance(now);
      return { ...owner, settings, accounts, operation, address, nowMs: now };
    },
    openLink: (suffix, visitor = UNKNOWN_VISITOR) => {
      const now = nowMs();
      events.advance(now);
      return openLink(suffix, visitor, accounts, events, now);
    },
  };
}

type Owner = Pick<AuthorizedCall, 'account' | 'scopes'>;

function ownerOf(credentials: GatewayCredentials, accounts: AccountBook): Owner | undefined {
  const owner = 'token' in credentials ? tokenOwner(credentials.token, accounts) : userOf(credentials, accounts);
  return owner?.account.isActive ? owner : undefined;
}

/** The account of somebody who comes for the first time; whoever is known and was refused is no newcomer. */
function newOwner(
  credentials: GatewayCredentials,
  accounts: AccountBook,
  welcome: (newcomer: NewcomerCredentials) => Account | undefined,
): Owner | undefined {
  const newcomer = newcomerOf(credentials, accounts);
  const account = newcomer === undefined ? undefined : welcome(newcomer);
  return account === undefined ? undefined : { account, scopes: undefined };
}

function newcomerOf(credentials: GatewayCredentials, accounts: AccountBook): NewcomerCredentials | undefined {
  if ('token' in credentials) {
    const { token } = credentials;
    return token === '' || accounts.ofToken(token) !== undefined ? undefined : { token };
  }
  // A digest alone would be an account that nobody else can use.
  if (!('password' in credentials)) return undefined;
  const { username, password = '' } = credentials;
  return username === '' || password === '' || accounts.get(username) !== undefined
    ? undefined
    : { username, password };
}

function tokenOwner(token: string, accounts: AccountBook): Owner | undefined {
  const found = accounts.ofToken(token);
  return found === undefined ? undefined : { account: found.account, scopes: found.token.scopes };
}

function userOf(given: UserCredentials | DigestCredentials, accounts: AccountBook): Owner | undefined {
  const account = accounts.get(given.username);
  const isRight =
    'passwordDigest' in given ? account?.acceptsDigest(given.passwordDigest) : account?.accepts(given.password);
  return account !== undefined && isRight === true ? { account, scopes: undefined } : undefined;
}
