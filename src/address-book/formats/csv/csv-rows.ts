import { Problem } from '../../../errors/problem.js';
import { type Line, MAX_ROW, type Refuse, type Row, readRow, TOO_LONG } from '../records/lines.js';
import type { CsvDelimiter } from '../records/records.js';

export interface CsvRow extends Row {
  readonly cells: readonly string[];
}

const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t'];
const LINE_END = /\r?\n$/;
const BLANK = /^\s*$/;
/** The most lines of a row. A quote that is never closed would make one row of the rest of the file. */
const MAX_LINES = 1000;

/**
 * Joins lines to rows as defined by RFC 4180: a row continues while a quote is open. If the quotes of a row are wrong,
 * its first line is rejected and the other lines are read again.
 *
 * @param delimiter - default: the one that splits the first row into the most cells
 */
export async function* csvRows(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  delimiter?: CsvDelimiter,
): AsyncGenerator<CsvRow> {
  let usedDelimiter = delimiter;
  const pending: Line[] = [];
  let [count, length, isQuoteOpen] = [0, 0, false];
  function* completeRows(isEnd: boolean): Generator<CsvRow> {
    for (let [first] = pending; first !== undefined; [first] = pending) {
      const next = pending[count];
      if (next === undefined && !isEnd) return;
      count += 1;
      length += next?.text.length ?? 0;
      if (hasOddQuotes(next?.text ?? '')) isQuoteOpen = !isQuoteOpen;
      const isTooLong = next?.isTooLong === true || length > MAX_ROW || count > MAX_LINES;
      if (next !== undefined && isQuoteOpen && !isTooLong) continue;
      const { line, isTooLong: isFirstTooLong } = first;
      const rows = readRow(first, refuse, () => {
        if (isQuoteOpen || isTooLong) throw new Problem(isFirstTooLong ? TOO_LONG : 'has a quote that is not closed');
        const text = pending.slice(0, count).reduce((sum, each) => sum + each.text, '');
        if (!BLANK.test(text)) usedDelimiter ??= likeliestDelimiter(text);
        return [{ line, text, cells: cellsOf(text, usedDelimiter ?? ',') }];
      });
      pending.splice(0, rows.length === 0 ? 1 : count);
      [count, length, isQuoteOpen] = [0, 0, false];
      yield* rows.filter(({ text }) => !BLANK.test(text));
    }
  }
  for await (const line of lines) {
    pending.push(line);
    yield* completeRows(false);
  }
  yield* completeRows(true);
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/**
 * Returns the cells of a row with an even number of quotes (RFC 4180 section 2). csv-parse needs 50 microseconds for
 * each row, because it can only continue behind an invalid row if it reads every row separately.
 */
export function cellsOf(text: string, delimiter: CsvDelimiter): readonly string[] {
  const row = text.replace(LINE_END, '');
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let start = 0, end = -1; end < row.length; start = end + 1) {
    const isQuoted = row[start] === '"';
    end = isQuoted ? closingQuote(row, start + 1) + 1 : row.indexOf(delimiter, start);
    if (end === -1) end = row.length;
    const cell = row.slice(start, end);
    const isInvalid = isQuoted ? end < row.length && row[end] !== delimiter : cell.includes('"');
    if (isInvalid) throw new Problem('has a quote in the middle of a cell');
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
  }
  return cells;
}

function closingQuote(row: string, start: number): number {
  let end = row.indexOf('"', start);
  while (row[end + 1] === '"') end = row.indexOf('"', end + 2);
  return end;
}

function likeliestDelimiter(text: string): CsvDelimiter | undefined {
  const unquoted = text.replaceAll(/"[^"]*"/g, '');
  const cellsBy = (delimiter: CsvDelimiter): number => unquoted.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => cellsBy(other) - cellsBy(one))[0];
}
