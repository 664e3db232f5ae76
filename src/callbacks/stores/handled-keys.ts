import type { EventKey } from './store.js';

interface Handled {
  readonly id: string;
  readonly at: number;
  readonly signedAddress: string | undefined;
}

const MAX_OF_ADDRESS = 100;

/** Returns how many events of one signed address a store may hold: its owner can forge any number of them. */
export function maxOfAddress(max: number): number {
  return Math.min(MAX_OF_ADDRESS, Math.ceil(max / 10));
}

const MAX_FREE = 1024;

export class HandledKeys {
  readonly #max: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #handled = new Map<string, Handled>();
  readonly #byAddress = new Map<string, Handled[]>();
  /** The oldest first, from `#first` on. An iterator of the map would pass over the places of deleted entries. */
  #queue: (Handled | undefined)[] = [];
  #first = 0;

  constructor(max: number, keepMs: number, now: () => number) {
    this.#max = max;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  has({ id, sameForMs = Number.POSITIVE_INFINITY }: EventKey): boolean {
    const handled = this.#handled.get(id);
    return handled !== undefined && this.#now() - handled.at < Math.min(this.#keepMs, sameForMs);
  }

  add({ id, signedAddress }: EventKey): void {
    const handled = { id, at: this.#now(), signedAddress };
    // A bulk send with the same fields may come again, and has a new place then.
    this.#handled.set(id, handled);
    this.#queue.push(handled);
    if (signedAddress !== undefined) this.#addOfAddress(handled, signedAddress);
    for (let oldest = this.#queue[this.#first]; oldest !== undefined; oldest = this.#queue[this.#first]) {
      if (this.#isRemembered(oldest)) {
        if (this.#handled.size <= this.#max && handled.at - oldest.at < this.#keepMs) break;
        this.#forget(oldest);
      }
      this.#queue[this.#first] = undefined;
      this.#first += 1;
    }
    this.#removeFreePlaces();
  }

  get places(): number {
    return this.#queue.length;
  }

  #isRemembered(handled: Handled): boolean {
    return this.#handled.get(handled.id) === handled;
  }

  #addOfAddress(handled: Handled, address: string): void {
    const all = this.#byAddress.get(address) ?? [];
    this.#byAddress.set(address, all);
    all.push(handled);
    const [oldest] = all;
    if (all.length > maxOfAddress(this.#max) && oldest !== undefined) this.#forget(oldest);
  }

  #forget(handled: Handled): void {
    const { id, signedAddress } = handled;
    if (this.#isRemembered(handled)) this.#handled.delete(id);
    if (signedAddress === undefined) return;
    const others = this.#byAddress.get(signedAddress)?.filter((other) => other !== handled) ?? [];
    if (others.length > 0) this.#byAddress.set(signedAddress, others);
    else this.#byAddress.delete(signedAddress);
  }

  #removeFreePlaces(): void {
    const free = this.#queue.length - this.#handled.size;
    if (free < MAX_FREE || free * 2 < this.#queue.length) return;
    this.#queue = this.#queue.filter((one) => one !== undefined && this.#isRemembered(one));
    this.#first = 0;
  }
}
