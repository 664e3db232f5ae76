import { invalid } from '../../options/check.js';

/** A proxy, and what it wants to know. */
export interface ProxyAddress {
  /** True where it is spoken to over TLS. */
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** Host and port, for messages: the credentials must not show. */
  readonly name: string;
  /** The value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** Finds the proxy for an address. */
export type ProxyFor = (target: URL) => ProxyAddress | undefined;

/**
 * Reads the address of a proxy.
 *
 * @param text - `http://user:password@host:port` or `https://…`; without a port it is 80 or 443
 * @param option - where it stands, for the error
 * @throws ValidationError when it is something else; its message quotes nothing of it, because it holds a password
 */
export function proxyAddress(text: string, option: string): ProxyAddress {
  const url = parsed(text);
  if (url === undefined) {
    const wanted = 'http://user:password@host:port or https://…, with user and password percent-encoded';
    return invalid(option, `is not the address of a proxy: ${wanted}`);
  }
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return {
    secure,
    hostname: bareHost(url),
    port,
    name: `${url.hostname}:${port}`,
    authorization: authorization(url, option),
  };
}

/** The host of an address: an IPv6 address stands in brackets in a url, and without in a socket's address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The error of `new URL` quotes the whole text: it must go no further than this. */
function parsed(text: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  // A password with "/", "?" or "#" as they are ends the host too early: this part of it would be taken for the port.
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  return isHttp && isBare ? url : undefined;
}

/** Basic authentication (RFC 7617). */
function authorization({ username, password }: URL, option: string): string | undefined {
  if (username === '' && password === '') return undefined;
  let user: string;
  let secret: string;
  try {
    user = decodeURIComponent(username);
    secret = decodeURIComponent(password);
  } catch {
    return invalid(option, 'holds a user or password that is not percent-encoded UTF-8');
  }
  if (user.includes(':')) invalid(option, 'holds a user with a colon, which HTTP cannot carry');
  return `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`;
}
