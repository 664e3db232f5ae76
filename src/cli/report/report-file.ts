import { open } from 'node:fs/promises';
import { type ApplyResult, type Refusal, reportRun } from '../../address-book/index.js';
import type { ReportSum } from '../../address-book/report/report-sum.js';
import { destinationOf } from '../../files/destination.js';
import { NewFile } from '../../files/new-file.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import type { ExitCode } from '../running/exit-codes.js';
import { CSV_BEGIN, csvPieces } from './report-csv.js';
import type { EndStatus, ReportFacts } from './report-facts.js';
import { HTML_BEGIN, htmlPieces } from './report-html.js';

/** The option for a report. */
export const REPORT_OPTION: CommandOption = {
  flags: '--report <file>',
  text: 'write what was made, deleted, refused and left, by group, with the numbers that are refused: .html or .csv',
};

/** A form of a report. */
interface Form {
  /** A file that begins so is an earlier report, and is replaced. */
  readonly begin: string;
  readonly pieces: (facts: ReportFacts) => Iterable<string>;
}

const HTML: Form = { begin: HTML_BEGIN, pieces: htmlPieces };
const FORMS: Readonly<Record<string, Form>> = {
  '.html': HTML,
  '.htm': HTML,
  '.csv': { begin: CSV_BEGIN, pieces: csvPieces },
};

/** The run that is reported. */
interface Reported {
  readonly plan: string;
  readonly journal?: string | undefined;
  readonly accounts: readonly string[];
  readonly result: ApplyResult;
  readonly seconds: number;
}

/** The run that has worked by several plans. */
interface ReportedSum {
  /** The command, and what it was about. */
  readonly title: string;
  readonly accounts: readonly string[];
  readonly status: EndStatus;
  readonly seconds: number;
  readonly sum: ReportSum;
  /** True where the plans stay: then each refusal names its line. */
  readonly hasPlans: boolean;
}

/** The file of a report, where one is wanted. It is opened before anything is done. */
export class ReportFile {
  readonly #command: string;
  readonly #form: Form;
  readonly #file: NewFile | undefined;
  #isWritten = false;

  private constructor(command: string, form: Form, file?: NewFile) {
    this.#command = command;
    this.#form = form;
    this.#file = file;
  }

  /** @throws CommandError where its name has no ending that is known, or something else has the name */
  static async open({ options, interruption }: Context, command: string): Promise<ReportFile> {
    const given = options.text('--report');
    if (given === undefined) return new ReportFile(command, HTML);
    const ending = /\.[a-z]+$/i.exec(given)?.[0].toLowerCase() ?? '';
    const form = FORMS[ending] ?? refuse('--report', 'is neither .html nor .csv by its name');
    const { kind } = await destinationOf(given);
    const force = kind === 'taken' && (await beginsWith(given, form.begin));
    if (kind === 'taken' && !force) refuse('--report', `is there already, and is no report: ${given}`);
    const { signal } = interruption;
    return new ReportFile(command, form, await NewFile.open(given, { option: '--report', force, signal }));
  }

  /** True where one is wanted. */
  get isWanted(): boolean {
    return this.#file !== undefined;
  }

  /** Writes it, of all runs of a plan, and of those that were made of what it has left, together. */
  async write({ plan, journal, accounts, result: { status }, seconds }: Reported): Promise<void> {
    if (this.#file === undefined || status === 'conflicts') return;
    const refusals: Refusal[] = [];
    const { of, groups } = await reportRun({ plan, journal, onRefused: (refusal) => refusals.push(refusal) });
    const title = `${this.#command} ${plan}`;
    await this.#finish({ title, accounts, status, endedAt: new Date(), seconds, of, groups, refusals });
  }

  /** Writes it, of plans of what is added and of what is deleted. */
  async writeSum({ title, accounts, status, seconds, sum, hasPlans }: ReportedSum): Promise<void> {
    const refusals = hasPlans ? sum.refusals : sum.refusals.map((refusal) => ({ ...refusal, line: undefined }));
    const shown = { title: `${this.#command} ${title}`, accounts, status, endedAt: new Date(), seconds };
    await this.#finish({ ...shown, of: 'both', groups: sum.groups, refusals });
  }

  async #finish(facts: ReportFacts): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    for (const piece of this.#form.pieces(facts)) await file.write(piece);
    await file.finish();
    this.#isWritten = true;
  }

  /** Leaves nothing behind of one that was not written. */
  async close(): Promise<void> {
    if (!this.#isWritten) await this.#file?.giveUp();
  }
}

/** Runs a command that can write a report. @param command - its name, for the title */
export function withReport(
  command: string,
  run: (context: Context, report: ReportFile) => Promise<ExitCode>,
): Command['run'] {
  return async (context) => {
    const report = await ReportFile.open(context, command);
    try {
      return await run(context, report);
    } finally {
      await report.close();
    }
  };
}

async function beginsWith(file: string, begin: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Buffer.byteLength(begin)), 0, null, 0);
    return buffer.toString('utf8', 0, bytesRead) === begin;
  } finally {
    await handle.close();
  }
}
