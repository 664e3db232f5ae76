import { BlockList, isIP } from 'node:net';
import { entriesOf, invalid } from '../../../options/check.js';

export interface IpAddress {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
}

const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;
const MAPPED_BITS = 96;

/**
 * Parses an IP address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), as sockets of both families report it, becomes
 * an IPv4 address.
 */
export function ipAddress(text: string): IpAddress | undefined {
  const version = isIP(text);
  if (version === 4) return { address: text, family: 'ipv4' };
  if (version !== 6 || text.includes('%')) return undefined;
  const [, high, low] = MAPPED.exec(new URL(`http://[${text}]/`).hostname) ?? [];
  if (high === undefined || low === undefined) return { address: text, family: 'ipv6' };
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return { address: [a >> 8, a & 0xff, b >> 8, b & 0xff].join('.'), family: 'ipv4' };
}

export class AddressList {
  // A single list would count IPv4 addresses as members of `::/1`.
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  has({ address, family }: IpAddress): boolean {
    return this.#lists[family].check(address, family);
  }

  add({ address, family }: IpAddress, bits: number | undefined): void {
    if (bits === undefined) this.#lists[family].addAddress(address, family);
    else this.#lists[family].addSubnet(address, bits, family);
  }
}

export function checkAddressList(input: readonly string[], path: string): AddressList {
  const entries = entriesOf(input, path);
  if (entries.length === 0) invalid(path, 'is an empty list');
  const list = new AddressList();
  for (const [each, entry] of entries) addEntry(list, entry, each);
  return list;
}

function addEntry(list: AddressList, entry: unknown, path: string): void {
  const [text = '', bits, ...more] = typeof entry === 'string' ? entry.split('/') : [];
  const address = ipAddress(text);
  if (address === undefined || more.length > 0) {
    return invalid(path, 'must be an IPv4 or IPv6 address, or a network such as 192.0.2.0/24');
  }
  if (bits === undefined) return list.add(address, undefined);
  const isMapped = address.family === 'ipv4' && text.includes(':');
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) - (isMapped ? MAPPED_BITS : 0) : -1;
  if (prefix < 0 || prefix > (address.family === 'ipv4' ? 32 : 128)) invalid(path, 'has an invalid prefix length');
  list.add(address, prefix);
}
