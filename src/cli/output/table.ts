import Table from 'cli-table3';
import { cut, fittingWidths, widthOf } from './fit.js';
import type { Output } from './output.js';

/** Lines only under the head: rows can be copied and searched. */
const CHARS = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
    .split(' ')
    .map((name) => [name, '']),
);

const BETWEEN = '  ';

/**
 * Draws a table; on a terminal no wider than that.
 *
 * @param right - the columns whose cells stand at the right: numbers
 */
export function tableOf(
  output: Output,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const table = new Table({
    head: head.map((name) => output.styled('strong', name)),
    chars: { ...CHARS, middle: BETWEEN },
    // The library's own colours do not ask whether any are wanted.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((_, index) => (right.includes(index) ? 'right' : 'left')),
  });
  for (const row of fitting(output, head, rows, right)) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The rows with cells that are cut where they are wider than the terminal has room for. */
function fitting(
  { columns }: Output,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): readonly (readonly string[])[] {
  if (columns === undefined) return rows;
  const natural = head.map((name, index) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(name)),
  );
  const widths = fittingWidths(natural, columns - BETWEEN.length * (head.length - 1), (index) => right.includes(index));
  return rows.map((row) => row.map((cell, index) => cut(cell, widths[index] ?? 0)));
}
