import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { bareHost, type ProxyAddress, type ProxyFor, proxyAddress } from './address.js';

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds proxies as the variables of the environment say: `https_proxy` or `HTTPS_PROXY` for https addresses,
 * `http_proxy` or `HTTP_PROXY` for http addresses, `all_proxy` or `ALL_PROXY` where the one for the address is not set,
 * and none for what `no_proxy` or `NO_PROXY` names. The small letters come first; an empty variable is one that is not
 * set. A proxy without `http://` before it is one on http.
 *
 * Under CGI (`REQUEST_METHOD` is set) `HTTP_PROXY` is not looked at: whoever sends a header `Proxy` sets it.
 *
 * `NO_PROXY` is a list with commas or blanks: `gateway.example` (and all below it), `.example` and `*.example` (all
 * below it), `10.0.0.7`, `10.0.0.0/8`, `::1`, `fd00::/8`, any of them but a network with a port
 * (`gateway.example:8443`, `[::1]:8080`), or `*` for everything. What makes no sense in it is passed over.
 *
 * @throws ValidationError with the name of a variable that holds no address of an HTTP proxy
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

/** Tells whether a host and port are meant. */
type Exemption = (host: string, port: number) => boolean;

function exemptions(list: string): (target: URL) => boolean {
  const rules = list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(exemption);
  return (target) => {
    const host = bareHost(target).replace(/\.$/, '').toLowerCase();
    const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port);
    return rules.some((rule) => rule(host, port));
  };
}

const NONE: Exemption = () => false;

function exemption(entry: string): Exemption {
  if (entry === '*') return () => true;
  const network = /^\[?([^/\]]*)\]?\/(\d{1,3})$/.exec(entry);
  if (network !== null) return inNetwork(network[1] ?? '', Number(network[2]));
  if (isIPv6(entry)) return inNetwork(entry, 128);
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (host === '') return NONE;
  const isHost = ofHost(host);
  return port === undefined ? isHost : (name, at) => at === Number(port) && isHost(name, at);
}

function ofHost(host: string): Exemption {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return inNetwork(bare, isIPv4(bare) ? 32 : 128);
  const isBelow = /^\*?\./.test(host);
  const name = domainToASCII(host.replace(/^\*?\./, '').replace(/\.$/, ''));
  // A star elsewhere has no meaning that everybody agrees on.
  if (name === '' || name.includes('*')) return NONE;
  return (other) => other.endsWith(`.${name}`) || (!isBelow && other === name);
}

function inNetwork(address: string, bits: number): Exemption {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (isIP(address) === 0 || bits > (family === 'ipv4' ? 32 : 128)) return NONE;
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return (host) => isIP(host) !== 0 && list.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}
