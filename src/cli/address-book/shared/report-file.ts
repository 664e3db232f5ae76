import { csvRow } from '../../../address-book/formats/csv/csv-write.js';
import type { FailedStep, GroupReport } from '../../../address-book/index.js';
import type { NewFile } from '../../../files/new-file.js';
import type { Context } from '../../running/command.js';
import { refuse } from '../../running/command-options.js';
import { openOverEarlier } from './earlier-file.js';

/** A failed step; without a line if its plan was removed. */
export type ShownFailure = Omit<FailedStep, 'line'> & { readonly line?: number | undefined };

/** Begins with the byte order mark that Excel needs to recognize UTF-8. */
const HEADER =
  '\ufeffrow,group,state,numbers added,numbers deleted,numbers renamed,numbers failed,numbers remaining,line,number,code,meaning\r\n';

/**
 * Opens the file that `--report` names.
 *
 * @throws CommandError if its name has another ending, or another file exists
 */
export async function openReport(context: Context): Promise<NewFile | undefined> {
  const file = context.options.text('--report');
  if (file === undefined) return undefined;
  if (!/\.csv$/i.test(file)) return refuse('--report', 'must end with .csv');
  return (await openOverEarlier(context, file, { option: '--report', begin: HEADER })).out;
}

/** Writes a row for each group of each plan, then one for each failed step. */
export async function writeReport(
  file: NewFile,
  groups: readonly GroupReport[],
  failures: readonly ShownFailure[],
): Promise<void> {
  await file.write(HEADER);
  for (const { group, state, numbers } of groups) {
    const { added, deleted, renamed, failed, remaining } = numbers;
    await file.write(csvRow(['group', group, state, added, deleted, renamed, failed, remaining, '', '', '', '']));
  }
  for (const { line = '', group, number = '', code, meaning } of failures) {
    await file.write(csvRow(['failure', group, 'failed', '', '', '', '', '', line, number, code, meaning]));
  }
  await file.finish();
}
