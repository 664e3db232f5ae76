/** The beginning of a cell that a spreadsheet runs as a formula, also in the wide forms of these signs. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** A cell that spreadsheets take for a number and keep as it is; longer ones are rounded, or saved as 4.85E+11. */
const PLAIN_NUMBER = /^[1-9]\d{0,10}$/;
/** Cells that become numbers, dates or amounts have digits and few words: `007`, `Mon, 5 May, 10:00 PM`. */
const DIGIT = /\p{Nd}/u;
const FOUR_WORDS = /\p{L}(?:\P{L}+\p{L}+){2}\P{L}+\p{L}/u;
const TRUTH = /^(?:true|false)$/i;
const QUOTES = /^'+/;
/**
 * The beginning of a formula after a comma, semicolon, tab or end of line, for a spreadsheet that splits the file by
 * another delimiter and ignores quotes in the middle of a cell. Also the end of a cell, because the row may end there.
 */
const [WITHIN, WITHIN_WRITTEN] = ["('*)", "'('*)"].map(
  (quotes) =>
    new RegExp(`(\\r\\n|[,;\\t\\r\\n])${quotes}(?="*(?:[=+\\-@\\t\\uff1d\\uff0b\\uff0d\\uff20]|\\r(?!\\n)|$))`, 'g'),
) as [RegExp, RegExp];

/**
 * Writes a cell so that a spreadsheet shows it as text: after an apostrophe. Some spreadsheets (gnumeric) remove one
 * apostrophe, others (Excel) none. A cell that begins with n apostrophes therefore gets 2n + 1.
 */
export function escapedCell(cell: string): string {
  const within = cell.replace(WITHIN, "$1'$2");
  const quotes = leadingQuotes(cell);
  return quotes > 0 || isChanged(cell) ? "'".repeat(quotes + 1) + within : within;
}

/** Reverses {@link escapedCell}. A single apostrophe that was not necessary is kept. */
export function unescapedCell(written: string): string {
  const cell = written.replace(WITHIN_WRITTEN, '$1$2');
  const quotes = leadingQuotes(cell);
  if (quotes === 1 && !isChanged(cell.slice(1))) return cell;
  return cell.slice(Math.ceil(quotes / 2));
}

function leadingQuotes(cell: string): number {
  return QUOTES.exec(cell)?.[0].length ?? 0;
}

function isChanged(cell: string): boolean {
  if (PLAIN_NUMBER.test(cell)) return false;
  return FORMULA.test(cell) || TRUTH.test(cell) || (DIGIT.test(cell) && !FOUR_WORDS.test(cell));
}
