import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { exportAddressBook } from '../../address-book/index.js';
import { withProgress } from '../output/progress.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { refuse } from '../running/options.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';

const FORMATS = ['jsonl', 'csv'] as const;
/** Only for whoever makes it: it holds telephone numbers. */
const OWN = 0o600;

/** Writes the groups and numbers of an account into a file. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write the groups and numbers of an account into a file',
  options: [
    { flags: '--out <file>', text: 'the file; it is there when it is whole, or not at all' },
    { flags: '--format <format>', text: `${FORMATS.join(' or ')} (default: by the name of the file, else jsonl)` },
    { flags: '--bom', text: 'CSV: begin with a byte order mark, for spreadsheets' },
    { flags: '--semicolon', text: 'CSV: ; between cells, for spreadsheets' },
    { flags: '--dry-run', text: 'write no file; only say what would be in it' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service export --profile old --out book.csv',
    'sms-service export --profile old --out book.csv --bom --semicolon   # for spreadsheets',
  ],
  run: async (context) => {
    const { options, output, interruption } = context;
    const isDryRun = options.has('--dry-run');
    const out = isDryRun ? (options.text('--out') ?? '') : options.required('--out');
    const format = options.oneOf('--format', FORMATS) ?? (/\.csv$/i.test(out) ? 'csv' : 'jsonl');
    const [bom, semicolon] = [options.has('--bom'), options.has('--semicolon')];
    if (format !== 'csv' && (bom || semicolon)) return refuse(bom ? '--bom' : '--semicolon', 'is for CSV only');
    if (format === 'jsonl' && /\.vcf$/i.test(out)) return refuse('--out', 'is named as a vCard, which is read only');
    const account = await chosenAccount(context);
    let read = { groups: 0, numbers: 0 };
    try {
      await withProgress(output, 'numbers read', (progress) =>
        withClient(account, async (client) => {
          const pieces = exportAddressBook(client, {
            format,
            ...(format === 'csv' ? { bom, delimiter: semicolon ? ';' : ',' } : {}),
            signal: interruption.signal,
            onProgress: (now) => {
              read = now;
              progress.update(now.numbers, 0);
            },
          });
          if (isDryRun) for await (const _piece of pieces) continue;
          else {
            await pipeline(pieces, createWriteStream(`${out}.part`, { mode: OWN }));
            await rename(`${out}.part`, out);
          }
        }),
      );
      const what = `${counted(read.numbers, 'number')} ${isDryRun ? 'would be' : 'are'} written`;
      await output.result({ ...read, out: isDryRun ? null : out }, () => (isDryRun ? what : `${what}: ${out}`));
      return EXIT.done;
    } finally {
      if (out !== '') await rm(`${out}.part`, { force: true });
    }
  },
};
