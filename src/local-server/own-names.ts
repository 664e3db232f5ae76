import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { unheld } from '../options/check.js';

/** Finds the addresses of a name, as the system does. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** The time that an answer counts and is waited for, and the most that are kept and are waited for at once. */
const [KEPT_MS, WAIT_MS, MOST_KEPT, MOST_ASKED] = [10_000, 2000, 64, 2];

/**
 * Names that nobody outside of this network can register: those without a dot, as Docker Compose has them, and domains
 * that are not in the public DNS. Only such names are looked up. A public name may resolve to whatever its owner wants,
 * also to this machine: that is how a page of another origin reaches a server on it (DNS rebinding).
 */
const LOCAL_NAME = /^[^.]+$|\.(?:home\.arpa|internal|lan|local|localdomain|test)$/;

/** The names and addresses of this machine. */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #lookup: Lookup;
  readonly #now: () => number;
  readonly #answers = new Map<string, { readonly isOwn: Promise<boolean>; readonly untilMs: number }>();
  #asked = 0;

  /**
   * @param further - names that are this machine's by the word of whoever starts the server
   * @param now - the time in milliseconds
   */
  constructor(further: readonly string[], lookup: Lookup = addressesOf, now: () => number = () => performance.now()) {
    this.#names = new Set(['localhost', hostname(), ...further].map(normal));
    this.#lookup = lookup;
    this.#now = now;
  }

  /** Tells whether a name or an address is of this machine. A name that cannot be looked up is not. */
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
    // The system looks names up with the threads that files are read with: they are not all taken.
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

/** In lower case, without the dot of the root. */
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
