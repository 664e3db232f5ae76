import Table from 'cli-table3';
import type { Output } from './output.js';

/** Lines only under the head: rows can be copied and searched. */
const CHARS = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
    .split(' ')
    .map((name) => [name, '']),
);

/** Draws a table. @param right - the columns whose cells stand at the right: numbers */
export function tableOf(
  output: Output,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const table = new Table({
    head: head.map((name) => output.styled('strong', name)),
    chars: { ...CHARS, middle: '  ' },
    // The library's own colours do not ask whether any are wanted.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((_, index) => (right.includes(index) ? 'right' : 'left')),
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
