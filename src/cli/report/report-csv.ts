import { stringify } from 'csv-stringify/sync';
import { escapedCell } from '../../address-book/formats/csv/spreadsheet-cells.js';
import type { ReportFacts } from './report-facts.js';

/** The titles of the columns; a report begins with them. */
export const COLUMNS: readonly string[] =
  'row,group,as,state,numbers done,numbers refused,numbers left,line,number,code,meaning'.split(',');

/** A report as rows: one for each group, behind them one for each refusal. */
export function* csvPieces({ report, refusals }: ReportFacts): Generator<string, void, undefined> {
  yield textOf(COLUMNS);
  for (const { group, as = '', state, numbers } of report.groups) {
    yield textOf(['group', group, as, state, numbers.done, numbers.refused, numbers.left, '', '', '', '']);
  }
  for (const { line, group, number = '', code, meaning } of refusals) {
    yield textOf(['refusal', group, '', 'refused', '', '', '', line, number, code, meaning]);
  }
}

function textOf(row: readonly (string | number)[]): string {
  const cells = row.map((cell) => (typeof cell === 'number' ? String(cell) : escapedCell(cell)));
  return stringify([cells], { record_delimiter: '\r\n', quote_record_delimiter: true, quoted_match: /[,;\t]/ });
}
