import { stringify } from 'csv-stringify/sync';
import { escapedCell } from '../../address-book/formats/csv/spreadsheet-cells.js';
import type { ReportFacts } from './report-facts.js';

const FIRST_COLUMNS = 'row,group,as,state,numbers done,';

/** A report begins with it. Excel needs the byte order mark to recognize UTF-8. */
export const CSV_BEGIN: string = `\ufeff${FIRST_COLUMNS}`;

/** The titles of the columns. */
const COLUMNS: readonly string[] =
  `${FIRST_COLUMNS}numbers refused,numbers left,numbers deleted,line,number,code,meaning,plan`.split(',');

/** A report as rows: one for each group, behind them one for each refusal. */
export function* csvPieces({ groups, refusals }: ReportFacts): Generator<string, void, undefined> {
  yield `\ufeff${textOf(COLUMNS)}`;
  for (const { group, as = '', state, numbers, deleted = '' } of groups) {
    const { done, refused, left } = numbers;
    yield textOf(['group', group, as, state, done, refused, left, deleted, '', '', '', '', '']);
  }
  for (const { line = '', group, number = '', code, meaning, plan = '' } of refusals) {
    yield textOf(['refusal', group, '', 'refused', '', '', '', '', line, number, code, meaning, plan]);
  }
}

function textOf(row: readonly (string | number)[]): string {
  const cells = row.map((cell) => (typeof cell === 'number' ? String(cell) : escapedCell(cell)));
  return stringify([cells], { record_delimiter: '\r\n', quote_record_delimiter: true, quoted_match: /[,;\t]/ });
}
