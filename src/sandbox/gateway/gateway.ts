import { type AuthorizedCall, type GatewaySettings, UnusableOption } from './call.js';
import type { Account } from './store/account.js';
import type { StoreEvents } from './store/events.js';
import type { LinkVisitor, SentLink } from './store/message.js';
import type { AccountBook } from './store/sub-user-account.js';

/**
 * The credentials of a request: a username with its password in the form that the account expects, a username with the
 * digest of its password (mail), or a token.
 */
export type GatewayCredentials =
  | { readonly username: string; readonly password: string | undefined }
  | { readonly username: string; readonly passwordDigest: string | undefined }
  | { readonly token: string };

export type NewcomerCredentials = { readonly username: string; readonly password: string } | { readonly token: string };

export type CreateAccount = (newcomer: NewcomerCredentials) => Account | undefined;

export interface Gateway {
  readonly accounts: AccountBook;
  readonly events: StoreEvents;
  /** Returns the time in milliseconds since 1970. @throws UnusableOption if the option `now` returns no valid Date */
  nowMs(): number;
  usernameOf(credentials: GatewayCredentials): string | undefined;
  authorize(credentials: GatewayCredentials, address: string, operation?: string): AuthorizedCall | undefined;
  openLink(suffix: string, visitor: LinkVisitor): SentLink | undefined;
}

export function makeGateway(
  accounts: AccountBook,
  settings: GatewaySettings,
  events: StoreEvents,
  createAccount: CreateAccount,
): Gateway {
  const nowMs = (): number => {
    const now: unknown = settings.now();
    if (now instanceof Date && !Number.isNaN(now.getTime())) return now.getTime();
    throw new UnusableOption('now', 'must return a valid Date');
  };
  return {
    accounts,
    events,
    nowMs,
    usernameOf: (credentials) =>
      'token' in credentials ? accounts.ofToken(credentials.token)?.account.username : credentials.username,
    authorize: (credentials, address, operation = '') => {
      const owner = ownerOf(credentials, accounts) ?? newOwner(credentials, accounts, createAccount);
      if (owner === undefined) return undefined;
      const now = nowMs();
      owner.account.advance(now);
      return { ...owner, settings, accounts, operation, address, nowMs: now };
    },
    openLink: (suffix, visitor) => {
      const now = nowMs();
      for (const account of accounts.all()) {
        const link = account.links.find(suffix, now);
        if (link === undefined) continue;
        const isFirst = account.links.open(link);
        // Section 3: an opt-out link adds the recipient's number to the opt-out list.
        if (link.kind === 'opt-out') account.optOut(link.to);
        else if (isFirst) events.emit({ type: 'link-clicked', username: account.username, link, atMs: now, visitor });
        return link;
      }
      return undefined;
    },
  };
}

type Owner = Pick<AuthorizedCall, 'account' | 'scopes'>;

function ownerOf(credentials: GatewayCredentials, accounts: AccountBook): Owner | undefined {
  const owner = claimedOwner(credentials, accounts);
  return owner?.account.isActive ? owner : undefined;
}

function claimedOwner(credentials: GatewayCredentials, accounts: AccountBook): Owner | undefined {
  if ('token' in credentials) {
    const owner = accounts.ofToken(credentials.token);
    return owner === undefined ? undefined : { account: owner.account, scopes: owner.token.scopes };
  }
  const account = accounts.get(credentials.username);
  const isRight =
    'passwordDigest' in credentials
      ? account?.acceptsDigest(credentials.passwordDigest)
      : account?.accepts(credentials.password);
  return account !== undefined && isRight === true ? { account, scopes: undefined } : undefined;
}

function newOwner(
  credentials: GatewayCredentials,
  accounts: AccountBook,
  createAccount: CreateAccount,
): Owner | undefined {
  const newcomer = newcomerOf(credentials, accounts);
  const account = newcomer === undefined ? undefined : createAccount(newcomer);
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
