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

/** The keys of handled events. The oldest is forgotten when there are too many, or when its time is over. */
export class HandledKeys {
  readonly #max: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #handled = new Map<string, Handled>();
  readonly #byAddress = new Map<string, Handled[]>();
  /** Never restarted: a new iterator would visit the places of all deleted entries again. */
  #oldestFirst = this.#handled.values();
  #oldest: Handled | undefined;

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
    // A bulk send with the same fields may come again, and is the newest then.
    this.#handled.delete(id);
    this.#handled.set(id, handled);
    if (signedAddress !== undefined) this.#addOfAddress(handled, signedAddress);
    for (let oldest = this.#findOldest(); oldest !== undefined; oldest = this.#findOldest()) {
      if (this.#handled.size <= this.#max && handled.at - oldest.at < this.#keepMs) break;
      this.#forget(oldest);
    }
  }

  #findOldest(): Handled | undefined {
    while (this.#oldest === undefined || !this.#isRemembered(this.#oldest)) {
      const next = this.#oldestFirst.next();
      if (next.done === true) {
        // A finished iterator does not return entries that are added later.
        this.#oldestFirst = this.#handled.values();
        this.#oldest = undefined;
        return undefined;
      }
      this.#oldest = next.value;
    }
    return this.#oldest;
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
}
