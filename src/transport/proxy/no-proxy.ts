import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { bareHost } from './address.js';

/** Tells whether a host and port are meant. */
type Exemption = (host: string, port: number) => boolean;

/**
 * Reads a list of hosts that no proxy is used for. An entry that is not understood has no effect, and a warning names
 * it once.
 *
 * @param variable - where the list stands, for the warning
 */
export function exemptions(list: string, variable: string): (target: URL) => boolean {
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== '');
  const rules: Exemption[] = [];
  const strange: string[] = [];
  for (const entry of entries) {
    const rule = exemption(entry);
    if (rule === undefined) strange.push(entry);
    else rules.push(rule);
  }
  warn(variable, strange);
  return (target) => {
    const host = bareHost(target).replace(/\.$/, '').toLowerCase();
    const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port);
    return rules.some((rule) => rule(host, port));
  };
}

/** The entries that this process was warned of already: every transport reads the same variable. */
const TOLD = new Set<string>();

/** The most entries, and characters of each, that are shown. */
const [MAX_SHOWN, MAX_LENGTH] = [10, 60];

function warn(variable: string, strange: readonly string[]): void {
  const untold = strange.filter((entry) => !TOLD.has(entry)).slice(0, MAX_SHOWN);
  if (untold.length === 0) return;
  for (const entry of untold) TOLD.add(entry);
  // An address may hold a password.
  const shown = untold.map((entry) => (entry.includes('@') ? 'an address with a user' : entry.slice(0, MAX_LENGTH)));
  const known = 'known are host, .domain, address, host:port, network (10.0.0.0/8) and *';
  process.emitWarning(`${variable}: not understood, and of no effect: ${shown.join(', ')}; ${known}`, {
    type: 'SmsServiceWarning',
  });
}

/** Makes an exemption of an entry; `undefined` where it is not understood. */
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

/** The characters of a name; quotes and the like are taken for parts of one otherwise. */
const NAME = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Parts of addresses, and ranges of them: they look like names, and never are. */
const LIKE_AN_ADDRESS = /^[\d.-]+$/;

function ofHost(host: string): Exemption | undefined {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return inNetwork(bare, isIPv4(bare) ? 32 : 128);
  const isBelow = /^\*?\./.test(host);
  const written = host.replace(/^\*?\./, '').replace(/\.?\/?$/, '');
  // A star elsewhere has no meaning that everybody agrees on.
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
