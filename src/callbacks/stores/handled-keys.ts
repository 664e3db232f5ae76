import type { EventKey } from './store.js';

/** An event that was handled, and the moment. */
interface Handled {
  readonly id: string;
  readonly at: number;
  readonly signedAddress: string | undefined;
}

/** From so many on, the places of those that are forgotten are given back. */
const MOST_FREE = 1024;

const MOST_OF_ADDRESS = 100;

export function mostOfAddress(most: number): number {
  return Math.min(MOST_OF_ADDRESS, Math.ceil(most / 10));
}

/**
 * Remembers which events were handled: at most so many, for at most so long, and few of each signed address. All it
 * does takes the same time.
 */
export class HandledKeys {
  readonly #most: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #handled = new Map<string, Handled>();
  /** Those of each signed address, in the order of handling. */
  readonly #ofAddresses = new Map<string, Handled[]>();
  /**
   * Those above in the order of handling, from `#first` on, and some that are forgotten or were handled again since.
   * Whoever looks for the oldest in the map walks over the places of all that were taken out of it.
   */
  #order: (Handled | undefined)[] = [];
  #first = 0;

  constructor(most: number, keepMs: number, now: () => number) {
    this.#most = most;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** The places that are taken up in memory. */
  get places(): number {
    return this.#order.length;
  }

  /** Returns true if the event is remembered as handled. */
  has({ id, sameForMs = Number.POSITIVE_INFINITY }: EventKey): boolean {
    const handled = this.#handled.get(id);
    return handled !== undefined && this.#now() - handled.at < Math.min(this.#keepMs, sameForMs);
  }

  add({ id, signedAddress }: EventKey): void {
    // Anew: of a bulk send another one with the same fields comes later.
    const handled = { id, at: this.#now(), signedAddress };
    this.#handled.set(id, handled);
    this.#order.push(handled);
    if (signedAddress !== undefined) this.#addOfAddress(handled, signedAddress);
    for (let oldest = this.#order[this.#first]; oldest !== undefined; oldest = this.#order[this.#first]) {
      if (this.#handled.get(oldest.id) === oldest) {
        if (this.#handled.size <= this.#most && handled.at - oldest.at < this.#keepMs) break;
        this.#forget(oldest);
      }
      this.#order[this.#first] = undefined;
      this.#first += 1;
    }
    this.#giveBack();
  }

  #addOfAddress(handled: Handled, address: string): void {
    const all = this.#ofAddresses.get(address) ?? [];
    this.#ofAddresses.set(address, all);
    all.push(handled);
    const [oldest] = all;
    if (all.length > mostOfAddress(this.#most) && oldest !== undefined) this.#forget(oldest);
  }

  #forget(handled: Handled): void {
    const { id, signedAddress } = handled;
    if (this.#handled.get(id) === handled) this.#handled.delete(id);
    if (signedAddress === undefined) return;
    const others = this.#ofAddresses.get(signedAddress)?.filter((other) => other !== handled) ?? [];
    if (others.length > 0) this.#ofAddresses.set(signedAddress, others);
    else this.#ofAddresses.delete(signedAddress);
  }

  #giveBack(): void {
    const free = this.#order.length - this.#handled.size;
    if (free < MOST_FREE || free * 2 < this.#order.length) return;
    this.#order = this.#order.filter((one) => one !== undefined && this.#handled.get(one.id) === one);
    this.#first = 0;
  }
}
