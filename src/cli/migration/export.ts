import { exportAddressBook } from '../../address-book/index.js';
import { NewFile } from '../../files/new-file.js';
import { LinesAbove } from '../output/lines-above.js';
import { type OutFile, standardOutFile } from '../output/out-file.js';
import { withProgress } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { isStandardOutput } from '../running/standard-paths.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { isOfConcern, SELECTION_OPTIONS, selectionLine, selectionOf } from '../settings/selection.js';

const FORMATS = ['jsonl', 'csv'] as const;

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
    { flags: '--format <format>', text: `${FORMATS.join(' or ')} (default: by the name of the file, else jsonl)` },
    { flags: '--bom', text: 'CSV: begin with a byte order mark, for spreadsheets' },
    { flags: '--semicolon', text: 'CSV: ; between cells, for spreadsheets' },
    ...SELECTION_OPTIONS,
    { flags: '--dry-run', text: 'write no file; only say what would be in it' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service export --profile old --out book.csv',
    'sms-service export --profile old --out book.csv --bom --semicolon   # for spreadsheets',
    'sms-service export --profile old --out - | gzip > book.jsonl.gz',
  ],
  run: async (context) => {
    const { options, output, interruption } = context;
    const isDryRun = options.has('--dry-run');
    const out = isDryRun ? (options.text('--out') ?? '') : options.required('--out');
    const format = options.oneOf('--format', FORMATS) ?? (/\.csv$/i.test(out) ? 'csv' : 'jsonl');
    const [bom, semicolon] = [options.has('--bom'), options.has('--semicolon')];
    if (format !== 'csv' && (bom || semicolon)) return refuse(bom ? '--bom' : '--semicolon', 'is for CSV only');
    if (format === 'jsonl' && /\.vcf$/i.test(out)) return refuse('--out', 'is named as a vCard, which is read only');
    const selection = await selectionOf(options);
    const results = !isDryRun && isStandardOutput(out) ? output.onStandardError() : output;
    const file = isDryRun ? undefined : await openOut(context, out);
    const read = { groups: 0, numbers: 0 };
    try {
      const account = await chosenAccount(context);
      await withProgress(output, 'numbers read', (progress) =>
        withClient(account, async (client) => {
          const lines = new LinesAbove(results, progress);
          const pieces = exportAddressBook(client, {
            format,
            ...(format === 'csv' ? { bom, delimiter: semicolon ? ';' : ',' } : {}),
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
    await results.done(EXIT.done, { ...read, out: isDryRun ? null : out }, () =>
      isDryRun ? what : `${what}: ${printable(out)}`,
    );
    return EXIT.done;
  },
};

async function openOut({ options, output, interruption }: Context, out: string): Promise<OutFile> {
  if (isStandardOutput(out)) return standardOutFile(output);
  return NewFile.open(out, { option: '--out', force: options.has('--force'), signal: interruption.signal });
}
