import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
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
    return invalid(option, `must be the URL of a proxy: ${wanted}`);
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

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The error of `new URL` quotes the text and must not be passed on. */
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
    return invalid(option, 'contains a user or password that is not percent-encoded UTF-8');
  }
  if (user.includes(':')) invalid(option, 'contains a user name with a colon, which HTTP does not allow');
  return `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds proxies by variables of the environment: `https_proxy` or `HTTPS_PROXY` for https addresses, `http_proxy` or
 * `HTTP_PROXY` for http addresses, `all_proxy` or `ALL_PROXY` if the variable for the address is not set, and no proxy
 * for the hosts of `no_proxy` or `NO_PROXY`. Lower case takes precedence, and an empty variable counts as not set. A
 * proxy without a scheme is an http proxy.
 *
 * Under CGI (`REQUEST_METHOD` is set) `HTTP_PROXY` is ignored, because a request header `Proxy` sets it.
 *
 * `NO_PROXY` is a list separated by commas or blanks: `gateway.example` (and its subdomains), `.example` or `*.example`
 * (only the subdomains), `10.0.0.7`, `10.0.0.0/8`, `::1`, `fd00::/8`, each except a network also with a port
 * (`gateway.example:8443`, `[::1]:8080`), or `*` for all hosts. An entry of another form has no effect.
 *
 * @throws ValidationError with the name of a variable that is not the address of an HTTP proxy
 */
export function proxyFromEnvironment(environment: Environment): ProxyFor {
  // In Windows, process.env gives HTTP_PROXY also when asked for http_proxy.
  const variables = new Map(Object.entries(environment));
  const proxyOf = (...names: readonly string[]): ProxyAddress | undefined => {
    const name = names.find((one) => (variables.get(one) ?? '').trim() !== '');
    if (name === undefined) return undefined;
    const text = (variables.get(name) as string).trim();
    return proxyAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`, name);
  };
  const isCgi = variables.get('REQUEST_METHOD') !== undefined;
  const all = ['all_proxy', 'ALL_PROXY'];
  const forHttps = proxyOf('https_proxy', 'HTTPS_PROXY', ...all);
  const forHttp = proxyOf('http_proxy', ...(isCgi ? [] : ['HTTP_PROXY']), ...all);
  const isExempt = exemptions(variables.get('no_proxy') || variables.get('NO_PROXY') || '');
  return (target) => {
    const proxy = target.protocol === 'https:' ? forHttps : forHttp;
    return proxy === undefined || isExempt(target) ? undefined : proxy;
  };
}

type Exemption = (host: string, port: number) => boolean;

function exemptions(list: string): (target: URL) => boolean {
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== '');
  const rules = entries.flatMap((entry) => exemption(entry) ?? []);
  return (target) => {
    const host = bareHost(target).replace(/\.$/, '').toLowerCase();
    const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port);
    return rules.some((rule) => rule(host, port));
  };
}

function exemption(entry: string): Exemption | undefined {
  if (entry === '*') return () => true;
  const network = /^\[?([^/\]]*)\]?\/(\d{1,3})$/.exec(entry);
  if (network !== null) return inNetwork(network[1] ?? '', Number(network[2]));
  if (isIPv6(entry)) return inNetwork(entry, 128);
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const isHost = ofHost(host);
  if (isHost === undefined || Number(port ?? 0) > MAX_PORT) return undefined;
  return port === undefined ? isHost : (name, at) => at === Number(port) && isHost(name, at);
}

const MAX_PORT = 65_535;

/** The characters of a host name. */
const NAME = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Parts and ranges of addresses, which are not host names. */
const LIKE_AN_ADDRESS = /^[\d.-]+$/;

function ofHost(host: string): Exemption | undefined {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return inNetwork(bare, isIPv4(bare) ? 32 : 128);
  const isBelow = /^\*?\./.test(host);
  const written = host.replace(/^\*?\./, '').replace(/\.?\/?$/, '');
  // A star in another place has no common meaning.
  const name = NAME.test(written) && !LIKE_AN_ADDRESS.test(host) ? domainToASCII(written) : '';
  if (name === '') return undefined;
  return (other) => other.endsWith(`.${name}`) || (!isBelow && other === name);
}

function inNetwork(address: string, bits: number): Exemption | undefined {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (isIP(address) === 0 || bits > (family === 'ipv4' ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return (host) => isIP(host) !== 0 && list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}
