import path from 'node:path';
import { exportAddressBook, type WriteFormat } from '../../address-book/index.js';
import { NewFile } from '../../files/new-file.js';
import { LinesAbove } from '../output/lines-above.js';
import { type OutFile, standardOutFile } from '../output/out-file.js';
import { withProgress } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { ENCODINGS } from '../running/reading-options.js';
import { isStandardOutput } from '../running/standard-paths.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { isOfConcern, SELECTION_OPTIONS, selectionLine, selectionOf } from '../settings/selection.js';
import { notWrittenLine } from './differences.js';

const FORMATS = ['jsonl', 'csv', 'vcard'] as const;
const BY_ENDING: Readonly<Record<string, WriteFormat>> = { '.csv': 'csv', '.vcf': 'vcard' };

/** Writes the groups and numbers of an account into a file. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write the groups and numbers of an account into a file',
  options: [
    {
      flags: '--out <file>',
      text: 'the file; it is there when it is whole, or not at all; - is the standard output',
      standard: true,
    },
    { flags: '--force', text: 'replace the file where there is one' },
    {
      flags: '--format <format>',
      text: `${FORMATS.join(', ')} (default: by the name of the file, else jsonl)`,
      values: FORMATS,
    },
    {
      flags: '--encoding <name>',
      text: 'windows-1250 (Outlook), utf-16le, iso-8859-2 … (default: utf-8; CSV with a byte order mark)',
      values: ENCODINGS,
    },
    { flags: '--semicolon', text: 'CSV: ; between cells, for spreadsheets' },
    ...SELECTION_OPTIONS,
    { flags: '--dry-run', text: 'write no file; only say what would be in it' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service export --profile old --out book.csv',
    'sms-service export --profile old --out book.csv --semicolon   # for spreadsheets',
    'sms-service export --profile old --out outlook.csv --encoding windows-1250 --semicolon',
    'sms-service export --profile old --out book.vcf',
    'sms-service export --profile old --out - | gzip > book.jsonl.gz',
  ],
  run: async (context) => {
    const { options, output, interruption } = context;
    const isDryRun = options.has('--dry-run');
    const out = isDryRun ? (options.text('--out') ?? '') : options.required('--out');
    const format = options.oneOf('--format', FORMATS) ?? BY_ENDING[path.extname(out).toLowerCase()] ?? 'jsonl';
    const semicolon = options.has('--semicolon');
    if (format !== 'csv' && semicolon) return refuse('--semicolon', 'is for CSV only');
    const encoding = options.text('--encoding');
    // Excel needs it to recognize UTF-8; programs that read a pipe do not expect it.
    const bom = (encoding === undefined && !isStandardOutput(out)) || undefined;
    const selection = await selectionOf(options);
    const results = !isDryRun && isStandardOutput(out) ? output.onStandardError() : output;
    const file = isDryRun ? undefined : await openOut(context, out);
    const read = { groups: 0, numbers: 0 };
    let lost = 0;
    try {
      const account = await chosenAccount(context);
      await withProgress(output, 'numbers read', (progress) =>
        withClient(account, async (client) => {
          const lines = new LinesAbove(results, progress);
          const pieces = exportAddressBook(client, {
            format,
            encoding,
            ...(format === 'csv' ? { bom, delimiter: semicolon ? ';' : ',' } : {}),
            onNotWritten: (notWritten) => {
              lost += 1;
              lines.print({ notWritten }, () => notWrittenLine(results, notWritten));
            },
            ...selection,
            onSelection: (event) => {
              if (isDryRun || isOfConcern(event)) lines.say({ selection: event }, () => selectionLine(event));
            },
            signal: interruption.signal,
            onProgress: (now) => {
              Object.assign(read, now);
              progress.update(now.numbers, 0);
            },
          });
          for await (const piece of pieces) await file?.write(piece);
          await file?.finish();
          await lines.finish();
        }),
      );
    } catch (error) {
      await file?.giveUp();
      throw error;
    }
    const what = `${counted(read.numbers, 'number')} ${isDryRun ? 'would be' : read.numbers === 1 ? 'is' : 'are'} written`;
    const code = lost > 0 ? EXIT.differences : EXIT.done;
    const value = { ...read, out: isDryRun ? null : out, ...(lost > 0 && { notWritten: lost }) };
    await results.done(code, value, () => (isDryRun ? what : `${what}: ${printable(out)}`));
    return code;
  },
};

async function openOut({ options, output, interruption }: Context, out: string): Promise<OutFile> {
  if (isStandardOutput(out)) return standardOutFile(output);
  return NewFile.open(out, { option: '--out', force: options.has('--force'), signal: interruption.signal });
}
