import { appendFileSync, createReadStream, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importAddressBook, type ReadFormat, type Reject } from '../../address-book/index.js';
import { isSmsServiceError } from '../../client/index.js';
import { Progress } from '../output/progress.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { refuse } from '../running/options.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { CODES } from './apply.js';

const FORMATS = ['jsonl', 'csv', 'vcard'] as const;
const BY_ENDING: Readonly<Record<string, ReadFormat>> = { '.jsonl': 'jsonl', '.csv': 'csv', '.vcf': 'vcard' };
const POLICIES = ['merge', 'skip', 'rename', 'fail'] as const;
/** Only for whoever makes it: rows may hold telephone numbers. */
const OWN = 0o600;

/** Adds what a file holds to an account. */
export const importCommand: Command = {
  name: 'import',
  summary: 'add the groups and numbers of a file to an account; run again, it goes on',
  args: '<file>',
  options: [
    { flags: '--format <format>', text: `${FORMATS.join(', ')} (default: by the name of the file)` },
    { flags: '--group <name>', text: 'the group of numbers that name none' },
    { flags: '--columns <map>', text: 'CSV: titles and what they are: "Telefon=number,Nazwisko=name"' },
    {
      flags: '--policy <policy>',
      text: `where there is a group of the same name: ${POLICIES.join(', ')} (default: merge)`,
    },
    { flags: '--rejects <file>', text: 'rows that are not taken, with line and reason (default: <file>.rejects)' },
    { flags: '--plan <file>', text: 'the plan that is made of the file, to go on from (default: <file>.plan)' },
    { flags: '--concurrency <n>', text: 'how many requests may be in flight at once (default: 8)' },
    { flags: '--dry-run', text: 'make the plan only' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service import book.csv --profile new',
    'sms-service import contacts.vcf --group Customers --profile new',
  ],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [file = ''] = args;
    const format = options.oneOf('--format', FORMATS) ?? BY_ENDING[path.extname(file).toLowerCase()];
    if (format === undefined) return refuse('--format', 'is missing: the name of the file does not tell');
    const policy = options.oneOf('--policy', POLICIES);
    const concurrency = options.whole('--concurrency', 1);
    const columns = columnsOf(options.text('--columns'));
    const rejectsFile = options.text('--rejects') ?? `${file}.rejects`;
    const plan = options.text('--plan') ?? `${file}.plan`;
    // Where there is a plan already, the file is not read.
    if (!existsSync(file) && !existsSync(plan)) throw new CommandError(`the file does not exist: ${file}`);
    let rejects = 0;
    const onReject = ({ line, reason, text }: Reject): void => {
      const row = `${JSON.stringify({ line, reason, text })}\n`;
      if (rejects === 0) writeFileSync(rejectsFile, row, { mode: OWN });
      else appendFileSync(rejectsFile, row);
      rejects += 1;
    };
    const account = await chosenAccount(context);
    const progress = new Progress(output, 'done');
    interruption.onFirst(() => progress.note('finishing what is in flight; a second time ends at once'));
    try {
      const result = await withClient(account, async (client) =>
        importAddressBook({
          file: lazily(file),
          format,
          to: client,
          plan,
          policy,
          concurrency,
          group: options.text('--group'),
          ...(format === 'csv' ? { columns } : {}),
          onReject,
          signal: interruption.signal,
          dryRun: options.has('--dry-run'),
          onEvent: (_event, { done, rejected, total }) => progress.update(done + rejected, total),
        }),
      );
      progress.stop();
      const { status, done, total, error } = result;
      const why = isSmsServiceError(error) ? ` (${error.message})` : '';
      const { error: _error, ...plain } = result;
      await output.result({ ...plain, rejectedRows: rejects }, () =>
        [
          ...(rejects > 0 ? [`${counted(rejects, 'row')} not taken: ${rejectsFile}`] : []),
          `${done} of ${counted(total, 'step')} done: ${status}${why}`,
        ].join('\n'),
      );
      return status === 'done' && rejects > 0 ? EXIT.differences : CODES[status];
    } finally {
      progress.stop();
    }
  },
};

function columnsOf(map: string | undefined): Readonly<Record<string, string>> | undefined {
  if (map === undefined) return undefined;
  return Object.fromEntries(
    map.split(',').map((pair) => {
      const [title = '', column] = pair.split('=');
      return column === undefined ? refuse('--columns', 'has the form "Title=number,Other=name"') : [title, column];
    }),
  );
}

/** A file that is opened when it is read: where there is a plan already it is not. */
async function* lazily(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}
