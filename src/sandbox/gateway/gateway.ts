import { type AuthorizedCall, type GatewaySettings, UnusableOption } from './operations/call.js';
import type { Account } from './store/account.js';
import type { StoreEvents } from './store/events.js';
import type { LinkVisitor, SentLink } from './store/links.js';
import type { AccountBook } from './store/sub-user-account.js';

export type GatewayCredentials = UserCredentials | DigestCredentials | { readonly token: string };

export type NewcomerCredentials = { readonly username: string; readonly password: string } | { readonly token: string };

/** A username and its password. */
interface UserCredentials {
  readonly username: string;
  /** In the form that the account expects; `undefined` if the request has none. */
  readonly password: string | undefined;
}

/** A username and the digest of its password, as used by mail. */
interface DigestCredentials {
  readonly username: string;
  readonly passwordDigest: string | undefined;
}

/** The gateway independent of its interfaces: accounts and authorization. */
export interface Gateway {
  readonly accounts: AccountBook;
  /** The events of the account store. */
  readonly events: StoreEvents;
  /**
   * Returns the current time in milliseconds since 1970. @throws UnusableOption if the option `now` returns no valid
   * Date
   */
  nowMs(): number;
  /**
   * Advances the store to the current time: listeners get the statuses that messages have reached.
   *
   * @throws UnusableOption if the option `now` returns no valid Date
   */
  advance(): void;
  usernameOf(credentials: GatewayCredentials): string | undefined;
  /**
   * Returns the account of credentials for a request; `undefined` if they are refused.
   *
   * @param operation - the requested operation. Default: empty
   */
  authorize(credentials: GatewayCredentials, address: string, operation?: string): AuthorizedCall | undefined;
  /**
   * Opens a link of a message.
   *
   * @param suffix - the path of the link
   * @returns the link; `undefined` if it was never sent or has expired
   */
  openLink(suffix: string, visitor: LinkVisitor): SentLink | undefined;
}

/**
 * Creates a gateway.
 *
 * @param events - the events of the accounts
 * @param welcome - creates the account of unknown credentials. Default: they are refused
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
    openLink: (suffix, visitor) => {
      const now = nowMs();
      events.advance(now);
      for (const account of accounts.all()) {
        const link = account.links.find(suffix, now);
        if (link === undefined) continue;
        // Section 3: an opt-out link adds the recipient's number to the opt-out list.
        if (link.kind === 'opt-out') account.optOut(link.to);
        const isFirst = account.links.open(link);
        events.emit({ type: 'link-opened', username: account.username, link, atMs: now, visitor, isFirst });
        return link;
      }
      return undefined;
    },
  };
}

type Owner = Pick<AuthorizedCall, 'account' | 'scopes'>;

function ownerOf(credentials: GatewayCredentials, accounts: AccountBook): Owner | undefined {
  const owner = 'token' in credentials ? tokenOwner(credentials.token, accounts) : userOf(credentials, accounts);
  return owner?.account.isActive ? owner : undefined;
}

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
  // From a digest alone, no account with a usable password can be created.
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
