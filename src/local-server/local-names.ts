import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { unheld } from '../options/check.js';

export type Lookup = (name: string) => Promise<readonly string[]>;

const [CACHED_MS, TIMEOUT_MS, MAX_CACHED, MAX_LOOKUPS] = [10_000, 2000, 64, 2];

/**
 * Names that cannot be registered in the public DNS: names without a dot (as in Docker Compose) and local domains. Only
 * these names are looked up. The owner of a public name can make it resolve to this machine, and a page of another
 * origin could then reach a local server (DNS rebinding).
 */
const LOCAL_NAME = /^[^.]+$|\.(?:home\.arpa|internal|lan|local|localdomain|test)$/;

export class LocalNames {
  readonly #names: ReadonlySet<string>;
  readonly #lookup: Lookup;
  readonly #now: () => number;
  readonly #answers = new Map<string, { readonly isLocal: Promise<boolean>; readonly untilMs: number }>();
  #lookups = 0;

  constructor(further: readonly string[], lookup: Lookup = addressesOf, now: () => number = () => performance.now()) {
    this.#names = new Set(['localhost', hostname(), ...further].map(normal));
    this.#lookup = lookup;
    this.#now = now;
  }

  has(nameOrAddress: string): boolean | Promise<boolean> {
    const name = normal(nameOrAddress);
    if (name === '127.0.0.1' || this.#names.has(name) || name.endsWith('.localhost')) return true;
    if (isIP(name) !== 0) return isLocalAddress(name);
    return LOCAL_NAME.test(name) && this.#resolvesHere(name);
  }

  #resolvesHere(name: string): boolean | Promise<boolean> {
    const now = this.#now();
    const known = this.#answers.get(name);
    if (known !== undefined && now < known.untilMs) return known.isLocal;
    this.#answers.delete(name);
    // Lookups share the thread pool with file access, so their number is limited.
    if (this.#lookups >= MAX_LOOKUPS) return false;
    const isLocal = this.#resolve(name);
    this.#answers.set(name, { isLocal, untilMs: now + CACHED_MS });
    const [oldest = name] = this.#answers.keys();
    if (this.#answers.size > MAX_CACHED) this.#answers.delete(oldest);
    return isLocal;
  }

  async #resolve(name: string): Promise<boolean> {
    this.#lookups += 1;
    const addresses = this.#lookup(name)
      .catch((): readonly string[] => [])
      .finally(() => (this.#lookups -= 1));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly string[]>((resolve) => {
      timer = unheld(setTimeout(() => resolve([]), TIMEOUT_MS));
    });
    const found = await Promise.race([addresses, late]);
    clearTimeout(timer);
    return found.length > 0 && found.every(isLocalAddress);
  }
}

/** Returns the name in lower case without the trailing dot of the DNS root. */
function normal(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function isLocalAddress(address: string): boolean {
  const localNames = new BlockList();
  localNames.addSubnet('127.0.0.0', 8, 'ipv4');
  localNames.addAddress('::1', 'ipv6');
  for (const { address: one, family } of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
    localNames.addAddress(one, family === 'IPv4' ? 'ipv4' : 'ipv6');
  }
  return localNames.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

async function addressesOf(name: string): Promise<readonly string[]> {
  return (await lookUp(name, { all: true })).map(({ address }) => address);
}
