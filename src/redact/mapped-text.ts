export class MappedText {
  readonly text: string;
  readonly #starts: Uint32Array | undefined;
  readonly #ends: Uint32Array | undefined;

  /** @param starts - absent, as `ends`, for a text that is its own source */
  constructor(text: string, starts?: Uint32Array, ends?: Uint32Array) {
    this.text = text;
    this.#starts = starts;
    this.#ends = ends;
  }

  startOf(index: number): number {
    return this.#starts?.[index] ?? index;
  }

  endOf(index: number): number {
    return this.#ends?.[index] ?? index + 1;
  }

  /**
   * Replaces matches by texts that are not longer.
   *
   * @param pattern - global
   * @returns `undefined` if nothing matches
   */
  replaced(pattern: RegExp, by: (match: RegExpExecArray) => string): MappedText | undefined {
    const { text } = this;
    const starts = new Uint32Array(text.length);
    const ends = new Uint32Array(text.length);
    let made = '';
    let from = 0;
    const keep = (to: number): void => {
      for (let index = from; index < to; index++) {
        starts[made.length + index - from] = this.startOf(index);
        ends[made.length + index - from] = this.endOf(index);
      }
      made += text.slice(from, to);
    };
    for (const match of text.matchAll(pattern)) {
      keep(match.index);
      from = match.index + match[0].length;
      const replacement = by(match);
      starts.fill(this.startOf(match.index), made.length, made.length + replacement.length);
      ends.fill(this.endOf(from - 1), made.length, made.length + replacement.length);
      made += replacement;
    }
    if (from === 0) return undefined;
    keep(text.length);
    return new MappedText(made, starts, ends);
  }
}
