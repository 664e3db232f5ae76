import type { ProxyAddress } from '../../../transport/proxy/address.js';
import { EXIT } from '../../running/exit-codes.js';
import type { Interface } from '../../settings/account.js';
import type { Profile } from '../../settings/config-file.js';
import { type Finding, wrong } from '../findings/finding.js';

/** A host and port that something listens on. */
export interface Place {
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
}

/** An address of the gateway, taken apart. */
export interface Target extends Place {
  readonly url: URL;
  readonly secure: boolean;
  /** Host and port, as they are shown. */
  readonly name: string;
}

/** The profile and the proxy by which an address is reached. */
export interface Route {
  readonly profile: Profile;
  /** The interface that is to be there. */
  readonly over: Interface;
  /** The one on the way, where one is known. */
  readonly proxy: ProxyAddress | undefined;
}

/** The secret that goes to an interface. */
export function secretOf({ over }: Pick<Route, 'over'>): string {
  return over === 'soap' ? 'password' : 'token';
}

/** Takes an address apart; a finding where it is none. No part of it is shown: it may hold a password. */
export function targetOf(text: string): Target | Finding {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return wrong('address', 'the url is no http or https address', 'correct the url: https://host/path', EXIT.usage);
  }
  if (url.username !== '' || url.password !== '') {
    const todo = 'take both out of the url: they are given by "username" and "passwordEnv" or "passwordFile"';
    return wrong('address', 'the url holds a user name or a password', todo, EXIT.usage);
  }
  const secure = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { url, secure, hostname, port, name: `${url.hostname}:${port}` };
}
