import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { unheld } from '../options/check.js';

/** Resolves a name to addresses with the resolver of the system. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** Cache lifetime, lookup timeout, maximum cached answers and maximum concurrent lookups. */
const [KEPT_MS, WAIT_MS, MOST_KEPT, MOST_ASKED] = [10_000, 2000, 64, 2];

/**
 * Names that cannot be registered in the public DNS: names without a dot (as in Docker Compose) and local domains. Only
 * these names are looked up. The owner of a public name can make it resolve to this machine, and a page of another
 * origin could then reach a local server (DNS rebinding).
 */
const LOCAL_NAME = /^[^.]+$|\.(?:home\.arpa|internal|lan|local|localdomain|test)$/;

/** Checks whether a name or an address belongs to this machine. */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #lookup: Lookup;
  readonly #now: () => number;
  readonly #answers = new Map<string, { readonly isOwn: Promise<boolean>; readonly untilMs: number }>();
  #asked = 0;

  /**
   * @param further - additional names of this machine, trusted without a lookup
   * @param now - returns the time in milliseconds
   */
  constructor(further: readonly string[], lookup: Lookup = addressesOf, now: () => number = () => performance.now()) {
    this.#names = new Set(['localhost', hostname(), ...further].map(normal));
    this.#lookup = lookup;
    this.#now = now;
  }

  /** Returns true if a name or an address belongs to this machine. A name that cannot be resolved does not. */
  has(given: string): boolean | Promise<boolean> {
    const name = normal(given);
    if (name === '127.0.0.1' || this.#names.has(name) || name.endsWith('.localhost')) return true;
    if (isIP(name) !== 0) return isOwnAddress(name);
    return LOCAL_NAME.test(name) && this.#resolvesHere(name);
  }

  #resolvesHere(name: string): boolean | Promise<boolean> {
    const now = this.#now();
    const known = this.#answers.get(name);
    if (known !== undefined && now < known.untilMs) return known.isOwn;
    this.#answers.delete(name);
    // Lookups share the thread pool with file access, so their number is limited.
    if (this.#asked >= MOST_ASKED) return false;
    const isOwn = this.#ask(name);
    this.#answers.set(name, { isOwn, untilMs: now + KEPT_MS });
    const [oldest = name] = this.#answers.keys();
    if (this.#answers.size > MOST_KEPT) this.#answers.delete(oldest);
    return isOwn;
  }

  async #ask(name: string): Promise<boolean> {
    this.#asked += 1;
    const addresses = this.#lookup(name)
      .catch((): readonly string[] => [])
      .finally(() => (this.#asked -= 1));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly string[]>((resolve) => {
      timer = unheld(setTimeout(() => resolve([]), WAIT_MS));
    });
    const found = await Promise.race([addresses, late]);
    clearTimeout(timer);
    return found.length > 0 && found.every(isOwnAddress);
  }
}

/** Returns the name in lower case without the trailing dot of the DNS root. */
function normal(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function isOwnAddress(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  for (const { address: one, family } of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
    own.addAddress(one, family === 'IPv4' ? 'ipv4' : 'ipv6');
  }
  return own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

async function addressesOf(name: string): Promise<readonly string[]> {
  return (await lookUp(name, { all: true })).map(({ address }) => address);
}
