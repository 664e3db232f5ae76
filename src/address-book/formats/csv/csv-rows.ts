import { Problem } from '../../../errors/problem.js';
import { type Line, MAX_ROW, type Refuse, type Row, TOO_LONG } from '../records/lines.js';
import type { CsvDelimiter } from '../records/records.js';

/** A row with its cells. */
export interface CsvRow extends Row {
  readonly cells: readonly string[];
}

const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t'];
const LINE_END = /\r?\n$/;
const NOT_CLOSED = 'has a quote that is not closed';
const BLANK = /^\s*$/;
/** The most lines that a row may have: behind a quote that is never closed everything looks like one row. */
const MAX_LINES = 1000;

/**
 * Puts the lines of a file together to rows, as RFC 4180 has it: a row goes on where a quote is open. It keeps one row.
 * A row whose quotes are wrong or never closed loses its first line only, and is read again from the second.
 *
 * @param given - the delimiter; unless given, the one that makes the most cells of the first row
 */
export async function* csvRows(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  given: CsvDelimiter | undefined,
): AsyncGenerator<CsvRow> {
  let delimiter = given;
  const row = new OpenRow();
  /** Refuses the first line; the others, the last one first. */
  const loseFirst = (reason: string): Line[] => {
    const [first, ...others] = row.take();
    if (first !== undefined) refuse(first, first.isTooLong ? TOO_LONG : reason);
    return others.reverse();
  };
  const read = function* (waiting: Line[]): Generator<CsvRow> {
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      row.add(line);
      if (line.isTooLong || row.isTooLong) waiting.push(...loseFirst(NOT_CLOSED));
      if (row.isOpen) continue;
      const { number, text } = row;
      if (BLANK.test(text)) {
        row.take();
        continue;
      }
      let cells: readonly string[];
      try {
        delimiter ??= likeliest(text);
        cells = cellsOf(text, delimiter);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        waiting.push(...loseFirst(error.message));
        continue;
      }
      row.take();
      yield { line: number, text, cells };
    }
  };
  for await (const line of lines) yield* read([line]);
  while (row.isOpen) yield* read(loseFirst(NOT_CLOSED));
}

/**
 * The cells of a row whose quotes are even in number (RFC 4180 section 2). By hand: the library that reads CSV prepares
 * itself for 50 microseconds for each row, and only single rows can be read on from the one behind a wrong one.
 */
export function cellsOf(text: string, delimiter: CsvDelimiter): readonly string[] {
  const row = text.replace(LINE_END, '');
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    if (row[at] === '"') {
      const end = closingQuote(row, at + 1);
      cells.push(row.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < row.length && row[at] !== delimiter)
        throw new Problem('has a cell that goes on behind its closing quote');
    } else {
      const next = row.indexOf(delimiter, at);
      const cell = row.slice(at, next === -1 ? row.length : next);
      if (cell.includes('"')) throw new Problem('has a quote in a cell that does not begin with one');
      cells.push(cell);
      at += cell.length;
    }
    if (at >= row.length) return cells;
  }
}

/** Finds the end of a cell that begins with a quote: the first one that is not doubled. */
function closingQuote(row: string, start: number): number {
  let end = row.indexOf('"', start);
  while (row[end + 1] === '"') end = row.indexOf('"', end + 2);
  return end;
}

function likeliest(text: string): CsvDelimiter {
  const counts = DELIMITERS.map((delimiter) => {
    try {
      return cellsOf(text, delimiter).length;
    } catch {
      return 0;
    }
  });
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as CsvDelimiter;
}

/** The lines of a row that has begun. */
class OpenRow {
  #lines: Line[] = [];
  isOpen = false;
  #length = 0;

  add(line: Line): void {
    this.#lines.push(line);
    this.#length += line.text.length;
    for (let at = line.text.indexOf('"'); at >= 0; at = line.text.indexOf('"', at + 1)) this.isOpen = !this.isOpen;
  }

  get isTooLong(): boolean {
    return this.#length > MAX_ROW || this.#lines.length > MAX_LINES;
  }

  /** The number of its first line. */
  get number(): number {
    return this.#lines[0]?.line ?? 0;
  }

  get text(): string {
    return this.#lines.map(({ text }) => text).join('');
  }

  /** Gives its lines, and begins anew. */
  take(): readonly Line[] {
    const lines = this.#lines;
    this.#lines = [];
    this.isOpen = false;
    this.#length = 0;
    return lines;
  }
}
