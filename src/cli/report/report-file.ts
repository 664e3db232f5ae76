import { open } from 'node:fs/promises';
import { type ApplyResult, type Refusal, reportRun } from '../../address-book/index.js';
import { destinationOf } from '../../files/destination.js';
import { NewFile } from '../../files/new-file.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import type { ExitCode } from '../running/exit-codes.js';
import { COLUMNS, csvPieces } from './report-csv.js';
import type { ReportFacts } from './report-facts.js';
import { HTML_BEGIN, htmlPieces } from './report-html.js';

/** The option for a report. */
export const REPORT_OPTION: CommandOption = {
  flags: '--report <file>',
  text: 'write what was made, refused and left, by group, with the numbers that are refused: .html or .csv',
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
  '.csv': { begin: COLUMNS.join(','), pieces: csvPieces },
};

/** The run that is reported. */
interface Reported {
  readonly plan: string;
  readonly journal?: string | undefined;
  readonly accounts: readonly string[];
  readonly result: ApplyResult;
  readonly seconds: number;
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

  /** Writes it, of all runs of a plan together. */
  async write({ plan, journal, accounts, result, seconds }: Reported): Promise<void> {
    const file = this.#file;
    if (file === undefined || result.status === 'conflicts') return;
    const refusals: Refusal[] = [];
    const report = await reportRun({ plan, journal, onRefused: (refusal) => refusals.push(refusal) });
    const title = `${this.#command} ${plan}`;
    const facts = { title, accounts, status: result.status, endedAt: new Date(), seconds, report, refusals };
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
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(begin.length), 0, begin.length, 0);
    return buffer.toString('utf8', 0, bytesRead) === begin;
  } finally {
    await handle.close();
  }
}
