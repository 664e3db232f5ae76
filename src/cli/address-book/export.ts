import path from 'node:path';
import { exportAddressBook } from '../../address-book/index.js';
import { NewFile } from '../../files/new-file.js';
import { withProgress } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT, refuse } from '../running/failure.js';
import { isStandardOutput } from '../running/standard-streams.js';
import { ACCOUNT_OPTIONS, chosenAccount } from '../settings/account.js';
import { withClient } from '../settings/client.js';
import { SELECTION_OPTIONS, selectionOf } from '../settings/selection.js';
import { FORCE_OPTION } from './shared/options.js';

const FORMATS = ['jsonl', 'csv'] as const;

export const exportCommand: Command = {
  name: 'export',
  summary: 'write the groups and numbers of an account into a file',
  options: [
    {
      flags: '--out <file>',
      text: 'the file, which is created when it is complete; - is the standard output',
      standard: true,
    },
    FORCE_OPTION,
    {
      flags: '--format <format>',
      text: `${FORMATS.join(', ')} (default: by the name of the file, else jsonl)`,
      values: FORMATS,
    },
    { flags: '--semicolon', text: 'CSV: ; between cells, for spreadsheets' },
    ...SELECTION_OPTIONS,
    { flags: '--dry-run', text: 'write no file; only count what it would contain' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service export --profile old --out book.csv',
    'sms-service export --profile old --out book.csv --semicolon   # for spreadsheets',
    'sms-service export --profile old --out - | gzip > book.jsonl.gz',
  ],
  run: async (context) => {
    const { options, output, interruption } = context;
    const isDryRun = options.has('--dry-run');
    const out = isDryRun ? (options.text('--out') ?? '') : options.required('--out');
    const format = options.oneOf('--format', FORMATS) ?? (path.extname(out).toLowerCase() === '.csv' ? 'csv' : 'jsonl');
    if (/\.vcf$/i.test(out)) return refuse('--out', 'cannot be a vCard file: write jsonl or csv');
    const semicolon = options.has('--semicolon');
    if (format !== 'csv' && semicolon) return refuse('--semicolon', 'requires the format csv');
    const isStandard = isStandardOutput(out);
    const csv = { bom: !isStandard, delimiter: semicolon ? (';' as const) : (',' as const) };
    const selection = await selectionOf(options);
    const results = !isDryRun && isStandard ? output.onStandardError() : output;
    const { signal } = interruption;
    const newFile = { option: '--out', force: options.has('--force'), signal };
    const file = isDryRun || isStandard ? undefined : await NewFile.open(out, newFile);
    const write = async (piece: string | Uint8Array): Promise<void> => {
      if (!isDryRun) await (file?.write(piece) ?? output.data(piece));
    };
    const read = { groups: 0, numbers: 0 };
    try {
      const account = await chosenAccount(context);
      await withProgress(output, 'numbers read', (progress) =>
        withClient(account, async (client) => {
          const pieces = exportAddressBook(client, {
            format,
            ...(format === 'csv' ? csv : {}),
            ...selection,
            signal,
            onProgress: (now) => {
              Object.assign(read, now);
              progress.update(now.numbers, 0);
            },
          });
          for await (const piece of pieces) await write(piece);
          await file?.finish();
        }),
      );
    } catch (error) {
      await file?.giveUp();
      throw error;
    }
    const what = `${counted(read.numbers, 'number')} ${isDryRun ? 'to be written' : 'written'}`;
    const value = { ...read, out: isDryRun ? null : out };
    await results.done(EXIT.done, value, () => (isDryRun ? what : `${what}: ${printable(out)}`));
    return EXIT.done;
  },
};
