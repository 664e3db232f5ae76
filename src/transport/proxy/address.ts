import { invalid } from '../../options/check.js';

export interface ProxyAddress {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Host and port, for messages: the credentials must not show. */
  readonly name: string;
  readonly authorization: string | undefined;
}

export type ProxyFor = (target: URL) => ProxyAddress | undefined;

/**
 * Parses the address of a proxy.
 *
 * @param text - `http://user:password@host:port` or `https://…`; the default port is 80 or 443
 * @param option - the path of the option, for errors
 * @throws ValidationError if it is invalid; the message does not quote it, because it can contain a password
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
