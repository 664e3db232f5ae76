import { lstatSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { csvRow } from '../../../address-book/formats/csv/csv-write.js';
import type { FailedStep, GroupReport, Reject } from '../../../address-book/index.js';
import { destinationOf } from '../../../files/destination.js';
import { NewFile } from '../../../files/new-file.js';
import type { Context } from '../../running/command.js';
import { refuse } from '../../running/failure.js';

/**
 * Opens a file that replaces an earlier one of its kind, which is empty or begins with a text. A link is replaced, and
 * not the file that it leads to.
 *
 * @throws CommandError if another file exists
 */
async function openOverEarlier(
  { interruption }: Context,
  file: string,
  { option, begin }: { readonly option: string; readonly begin: string },
): Promise<{ readonly out: NewFile; readonly isReplaced: boolean }> {
  const isReplaced = (await destinationOf(file)).kind === 'taken';
  const isFile = isReplaced && lstatSync(file).isFile();
  if (isReplaced && !(isFile && (await beginsWith(file, begin)))) {
    refuse(option, `already exists and is not an earlier file of this kind: ${file}`);
  }
  if (isReplaced && !isFile) await rm(file);
  const out = await NewFile.open(file, { option, force: isReplaced, signal: interruption.signal });
  return { out, isReplaced };
}

async function beginsWith(file: string, begin: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Buffer.byteLength(begin)), 0, null, 0);
    return bytesRead === 0 || buffer.toString('utf8', 0, bytesRead) === begin;
  } finally {
    await handle.close();
  }
}

/**
 * The file of the rows that an import rejects. Each import replaces that of an earlier one; without rows there is
 * none.
 */
export class RejectFile {
  readonly file: string;
  readonly #out: NewFile;
  readonly #isReplaced: boolean;
  #count = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string, out: NewFile, isReplaced: boolean) {
    this.file = file;
    this.#out = out;
    this.#isReplaced = isReplaced;
  }

  static async open(context: Context, file: string): Promise<RejectFile> {
    const { out, isReplaced } = await openOverEarlier(context, file, { option: '--rejects', begin: '{"line":' });
    return new RejectFile(file, out, isReplaced);
  }

  get count(): number {
    return this.#count;
  }

  add({ line, reason, text }: Reject): void {
    this.#count += 1;
    this.#written = this.#written.then(() => this.#out.write(`${JSON.stringify({ line, reason, text })}\n`));
    // An error is thrown at the end.
    this.#written.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.#written;
    if (this.#count > 0) return this.#out.finish();
    await this.#out.giveUp();
    if (this.#isReplaced) await rm(this.file, { force: true });
  }

  async giveUp(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#out.giveUp();
  }
}

export type ShownFailure = Omit<FailedStep, 'line'> & { readonly line?: number | undefined };

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
