export const MASK = '[redacted]';

const HIDDEN = 1;
const SHORTENED = 2;

export class Mask {
  readonly #text: string;
  #hidden: Uint8Array | undefined;
  readonly #shortened: { readonly start: number; readonly end: number; readonly lastDigits: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  hide(start: number, end: number): void {
    this.#hidden ??= new Uint8Array(this.#text.length);
    this.#hidden.fill(HIDDEN, start, end);
  }

  shorten(start: number, end: number, lastDigits: string): void {
    this.#shortened.push({ start, end, lastDigits });
  }

  applied(): string {
    if (this.#hidden === undefined && this.#shortened.length === 0) return this.#text;
    const hidden = this.#hidden ?? new Uint8Array(this.#text.length);
    const lastDigits = this.#placeNumbers(hidden);
    let safe = '';
    for (let start = 0; start < hidden.length; ) {
      const kind = hidden[start];
      let end = start + 1;
      while (hidden[end] === kind) end += 1;
      if (kind === HIDDEN) safe += MASK;
      else safe += kind === SHORTENED ? `…${lastDigits.get(end) ?? ''}` : this.#text.slice(start, end);
      start = end;
    }
    return safe;
  }

  #placeNumbers(hidden: Uint8Array): ReadonlyMap<number, string> {
    const lastDigits = new Map<number, string>();
    for (const { start, end, lastDigits: digits } of this.#shortened) {
      const isHidden = hidden.subarray(start, end).includes(HIDDEN);
      hidden.fill(isHidden ? HIDDEN : SHORTENED, start, end);
      lastDigits.set(end, digits);
    }
    return lastDigits;
  }
}
