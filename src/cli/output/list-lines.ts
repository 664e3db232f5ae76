import { cut, widthOf } from './fit.js';
import type { Output } from './output.js';
import { printable } from './text.js';

const BETWEEN = '  ';

/**
 * Writes the lines of a list as they come: with tabs between the columns, for other programs; on a terminal below each
 * other, and no wider than that.
 */
export class ListLines {
  readonly #output: Output;
  /** The widest of each column up to now. */
  readonly #widths: number[] = [];

  constructor(output: Output) {
    this.#output = output;
  }

  /** A line of texts from outside. */
  line(texts: readonly string[]): string {
    const columns = texts.map(printable);
    const { columns: width } = this.#output;
    if (width === undefined) return columns.join('\t');
    const padded = columns.map((column, index) => {
      const own = widthOf(column);
      const most = Math.max(own, this.#widths[index] ?? 0);
      // One that is very long moves none of those after it.
      if (most <= width / columns.length) this.#widths[index] = most;
      return index === columns.length - 1 ? column : column + ' '.repeat(Math.max(0, (this.#widths[index] ?? 0) - own));
    });
    return cut(padded.join(BETWEEN), width);
  }
}
