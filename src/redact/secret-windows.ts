export const WINDOW = 7;

/** Shorter values are words like `OK`: hiding them would only make messages unreadable. */
export const MIN_SECRET = 4;

/** The first and the last of some codes in a row. */
type Run = readonly [first: number, last: number];

/** Seven codes of 7 bits in two whole numbers: three in the upper one, four in the lower one. */
const LOW_BITS = 0xfff_ffff;
const HIGH_BITS = 0x1f_ffff;
const HIGH_WEIGHT = 0x1000_0000;

const SPACE = 0x20;

/**
 * Secrets in their normal form, by all their pieces of seven characters; those that are shorter as a whole. The time to
 * find them grows with the text alone, however many they are.
 */
export class SecretWindows {
  /** Open addressing: a slot holds the codes of a piece, which are never zero, as one number. */
  #slots = new Float64Array(1024);
  #count = 0;
  /** By their length. */
  readonly #short = new Map<number, Set<number>>();

  /**
   * Adds a secret.
   *
   * @param input - its codes, of 7 bits and above zero
   * @param least - how many it must have
   */
  add(input: readonly number[], least: number = MIN_SECRET): void {
    const codes = trimmed(input);
    if (codes.length < least) return;
    let high = 0;
    let low = 0;
    for (const [index, code] of codes.entries()) {
      high = ((high << 7) | (low >>> 21)) & HIGH_BITS;
      low = ((low << 7) | code) & LOW_BITS;
      if (index >= WINDOW - 1) this.#insert(high, low);
    }
    if (codes.length >= WINDOW) return;
    const same = this.#short.get(codes.length) ?? new Set();
    this.#short.set(codes.length, same.add(high * HIGH_WEIGHT + low));
  }

  addLong(codes: readonly number[]): void {
    if (codes.length >= WINDOW) this.add(codes);
  }

  /**
   * Finds the pieces of secrets in a text.
   *
   * @param codes - the text in normal form
   * @returns the first and the last code of each run of pieces
   */
  find(codes: readonly number[]): readonly Run[] {
    const runs: Run[] = [];
    const short = [...this.#short];
    let high = 0;
    let low = 0;
    for (let index = 0; index < codes.length; index++) {
      high = ((high << 7) | (low >>> 21)) & HIGH_BITS;
      low = ((low << 7) | (codes[index] ?? 0)) & LOW_BITS;
      // A piece with fewer characters begins with zeros and has no slot.
      if (this.#slots[this.#slotOf(high, low)] !== 0) addRun(runs, index - WINDOW + 1, index);
      for (const [length, secrets] of short) {
        const ofLength =
          length < 4 ? low & (2 ** (7 * length) - 1) : (high & (2 ** (7 * (length - 4)) - 1)) * HIGH_WEIGHT + low;
        if (secrets.has(ofLength)) addRun(runs, index - length + 1, index);
      }
    }
    return runs;
  }

  #insert(high: number, low: number): void {
    const slot = this.#slotOf(high, low);
    if (this.#slots[slot] !== 0) return;
    this.#slots[slot] = high * HIGH_WEIGHT + low;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#grow();
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const piece of before) {
      if (piece !== 0) this.#slots[this.#slotOf(Math.floor(piece / HIGH_WEIGHT), piece % HIGH_WEIGHT)] = piece;
    }
  }

  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    const piece = high * HIGH_WEIGHT + low;
    const mask = slots.length - 1;
    let hash = Math.imul(low ^ Math.imul(high, 0x9e37_79b1), 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35);
    let slot = (hash ^ (hash >>> 13)) & mask;
    while (slots[slot] !== 0 && slots[slot] !== piece) slot = (slot + 1) & mask;
    return slot;
  }
}

function addRun(runs: Run[], first: number, last: number): void {
  let from = first;
  for (let before = runs.at(-1); before !== undefined && before[1] >= from; before = runs.at(-1)) {
    from = Math.min(from, before[0]);
    runs.pop();
  }
  runs.push([from, last]);
}

function trimmed(codes: readonly number[]): readonly number[] {
  const first = codes[0] === SPACE ? 1 : 0;
  return codes.slice(first, codes[codes.length - 1] === SPACE ? -1 : undefined);
}
