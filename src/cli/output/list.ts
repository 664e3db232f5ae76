import type { Output } from './output.js';
import { withProgress } from './progress.js';
import { cut, printable, widthOf } from './text.js';

const BETWEEN = '  ';

/** Writes the lines of a list: columns with tabs between them; on a terminal aligned, and cut at its width. */
export class ListLines {
  readonly #output: Output;
  readonly #widths: number[] = [];

  constructor(output: Output, rows: readonly (readonly string[])[] = []) {
    this.#output = output;
    for (const row of rows) this.line(row);
  }

  line(texts: readonly string[]): string {
    const columns = texts.map(printable);
    const { columns: width } = this.#output;
    if (width === undefined) return columns.join('\t');
    const padded = columns.map((column, index) => {
      const columnWidth = widthOf(column);
      const most = Math.max(columnWidth, this.#widths[index] ?? 0);
      // A very long text does not move the columns after it.
      if (most <= width / columns.length) this.#widths[index] = most;
      return index === columns.length - 1
        ? column
        : column + ' '.repeat(Math.max(0, (this.#widths[index] ?? 0) - columnWidth));
    });
    return cut(padded.join(BETWEEN), width);
  }
}

/** Prints a list as it arrives: JSON Lines, or a line of columns for each item. @param noun - for the progress */
export function printList<T>(
  output: Output,
  noun: string,
  items: AsyncIterable<T> | Iterable<T>,
  columns: (item: T) => readonly string[],
): Promise<void> {
  const print = async (update: (count: number) => void): Promise<void> => {
    const lines = new ListLines(output, Array.isArray(items) ? items.map(columns) : []);
    let count = 0;
    for await (const item of items) {
      await output.result(item, () => lines.line(columns(item)));
      update(++count);
    }
  };
  return withProgress(output, noun, (progress) => print((count) => progress.update(count, 0)), { isList: true });
}
