import path from 'node:path';
import {
  type AddressBookDifference,
  type MirrorResult,
  restoreAddressBook,
  type SyncAddressBookOptions,
  syncAddressBook,
} from '../../address-book/index.js';
import { printable, thousands } from '../output/text.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { EXIT, type ExitCode, refuse } from '../running/failure.js';
import { isStandardInput } from '../running/standard-streams.js';
import { CONFIG_FILE, CONFIG_OPTIONS, namedAccount, TWO_ACCOUNTS_OPTIONS } from '../settings/account.js';
import { SELECTION_OPTIONS, selectionOf } from '../settings/selection.js';
import { sameCommand, type TwoAccounts, twoAccounts, withClients, withTwoClients } from './shared/accounts.js';
import { applyRun, type Run } from './shared/apply-run.js';
import { differenceLine, type PlanNotes } from './shared/lines.js';
import { READING_OPTIONS, RUN_OPTIONS, readingOf } from './shared/options.js';

const MAX_DELETE_OPTION: CommandOption = {
  flags: '--max-delete <n>',
  text: 'how many entries may be deleted (default: half of those of the account)',
};

export const sync: Command = {
  name: 'sync',
  summary: 'copy new groups and numbers from one account to another, repeatedly, for example with cron',
  options: [
    ...TWO_ACCOUNTS_OPTIONS,
    {
      flags: '--folder <folder>',
      text: 'for lock, plan, journal and backups (default: sms-service-sync/FROM-to-TO beside the profiles)',
    },
    ...SELECTION_OPTIONS,
    {
      flags: '--delete',
      text: 'delete groups and numbers that only the target has; the backup is deleted-<time>.jsonl in the folder',
    },
    MAX_DELETE_OPTION,
    ...RUN_OPTIONS,
  ],
  examples: [
    'sms-service sync --from old --to new',
    "sms-service sync --from old --to new --include 'VIP*' --dry-run",
    '17 3 * * * cd /srv/sms && sms-service sync --from old --to new   # a line of a crontab',
  ],
  carriesOn: true,
  run: async (context) => {
    const { options, output } = context;
    const deletes = options.has('--delete');
    if (!deletes && options.text('--max-delete') !== undefined) return refuse('--max-delete', 'requires --delete');
    const accounts = await twoAccounts(context);
    const folder = folderOf(context, accounts);
    const isSilent = !(options.has('--dry-run') || output.isOnTerminal);
    return mirror(context, sync, { isSilent }, (mirroring, notes) =>
      withTwoClients(context, accounts, (clients) => {
        const onNotCopied = isSilent ? undefined : notes.notCopied;
        return syncAddressBook({ ...clients, ...mirroring, folder, delete: deletes, onNotCopied });
      }),
    );
  },
};

export const restore: Command = {
  name: 'restore',
  summary: 'make an account like an export: add, delete and rename; run it again to resume',
  args: '<file>',
  standard: true,
  options: [
    { flags: '--to <profile>', text: 'the account' },
    { flags: '--folder <folder>', text: 'for lock, plan, journal and backups (default: <file>.restore)' },
    ...READING_OPTIONS,
    ...SELECTION_OPTIONS,
    MAX_DELETE_OPTION,
    ...RUN_OPTIONS,
    ...CONFIG_OPTIONS,
  ],
  examples: ['sms-service restore yesterday.jsonl --to old --dry-run', 'sms-service restore yesterday.jsonl --to old'],
  carriesOn: true,
  run: async (context) => {
    const { args, options, input, output } = context;
    const [argument = ''] = args;
    const isInput = isStandardInput(argument);
    const file = { file: isInput ? input.pieces('the file') : argument, ...readingOf(options) };
    const folder = isInput ? options.required('--folder') : (options.text('--folder') ?? `${argument}.restore`);
    const to = await namedAccount(options.required('--to'), context);
    return mirror(context, restore, {}, (mirroring, { lines }) =>
      withClients(context, { to }, (clients) => {
        const onDifference = (difference: AddressBookDifference): void =>
          lines.print(difference, () => differenceLine(output, difference));
        return restoreAddressBook({ ...clients, ...mirroring, file, folder, onDifference });
      }),
    );
  },
};

type Mirroring = Omit<SyncAddressBookOptions, 'from' | 'to' | 'folder' | 'delete'>;

async function mirror(
  context: Context,
  command: Command,
  more: Pick<Run<MirrorResult>, 'isSilent'>,
  apply: (options: Mirroring, notes: PlanNotes) => Promise<MirrorResult>,
): Promise<ExitCode> {
  const { options, output } = context;
  const maxDelete = options.whole('--max-delete');
  const selection = await selectionOf(options);
  return applyRun(context, {
    ...more,
    resume: sameCommand(context, command),
    advice: {
      changed: `The account keeps changing. Run again: ${sameCommand(context, command)}`,
      'too-many': `To allow it: ${sameCommand(context, command, '--max-delete', 'N')}`,
    },
    isPlanRemoved: true,
    apply: (running, notes) => apply({ ...selection, ...running, maxDelete }, notes),
    describe: ({ backup, notCopied, compared }) => {
      const lines = backup === undefined ? [] : [`Backup of what was deleted: ${printable(backup)}`];
      if (notCopied > 0) lines.push(`${thousands(notCopied)} not copied: the interface cannot store them`);
      if (compared === undefined) return { lines };
      const { isSame } = compared;
      const text = isSame ? 'The account matches the file.' : 'The account differs from the file: see the lines above.';
      lines.push(output.styled(isSame ? 'good' : 'bad', text));
      return { lines, exitCode: isSame ? EXIT.done : EXIT.differences };
    },
  });
}

function folderOf({ options }: Context, { from, to }: TwoAccounts): string {
  const folder = options.text('--folder');
  if (folder !== undefined) return folder;
  const beside = path.dirname(path.resolve(options.text('--config') ?? CONFIG_FILE));
  const name = [from, to].map(({ label }) => encodeURIComponent(label).replaceAll('.', '%2E')).join('-to-');
  return path.join(beside, 'sms-service-sync', name);
}
