import { randomFillSync } from 'node:crypto';

const PREFIX = 'once';
const LENGTH = 28;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The most bytes that are whole numbers of digits: others would make some digits come more often. */
const FAIR = 252;

/** Fetching random bytes one by one costs more than all else. */
const POOL_BYTES = 4096;

export class IdxSource {
  readonly #fill: (bytes: Uint8Array) => Uint8Array;
  readonly #pool = new Uint8Array(POOL_BYTES);
  #used: number = POOL_BYTES;

  constructor(fill: (bytes: Uint8Array) => Uint8Array = randomFillSync) {
    this.#fill = fill;
  }

  next(): string {
    let text = PREFIX;
    for (let digits = 0; digits < LENGTH; ) {
      if (this.#used === POOL_BYTES) {
        this.#fill(this.#pool);
        this.#used = 0;
      }
      const byte = this.#pool[this.#used++] as number;
      if (byte >= FAIR) continue;
      text += DIGITS[byte % DIGITS.length];
      digits += 1;
    }
    return text;
  }
}

export function isOwnIdx(idx: string): boolean {
  return /^once[\da-z]{28}$/i.test(idx);
}
