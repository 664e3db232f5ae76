import { existsSync } from 'node:fs';
import path from 'node:path';
import { importAddressBook } from '../../address-book/index.js';
import { counted, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { CommandError, EXIT, refuse } from '../running/failure.js';
import { isStandardInput } from '../running/standard-streams.js';
import { ACCOUNT_OPTIONS, chosenAccount } from '../settings/account.js';
import { SELECTION_OPTIONS, selectionOf } from '../settings/selection.js';
import { sameCommand, withClients } from './shared/accounts.js';
import { applyRun } from './shared/apply-run.js';
import { IF_CHANGED, IF_CHANGED_OPTION, READING_OPTIONS, RUN_OPTIONS, readingOf } from './shared/options.js';
import { RejectFile } from './shared/output-files.js';

const PLAN_OF_INPUT = 'standard-input.plan';

export const importCommand: Command = {
  name: 'import',
  summary: 'add the groups and numbers of a file to an account; run it again to resume',
  args: '<file>',
  standard: true,
  options: [
    ...READING_OPTIONS,
    { flags: '--rejects <file>', text: 'rejected rows, with line and reason (default: <file>.rejects)' },
    { flags: '--plan <file>', text: `the plan that is created (default: <file>.plan, of - ${PLAN_OF_INPUT})` },
    IF_CHANGED_OPTION,
    ...RUN_OPTIONS,
    ...SELECTION_OPTIONS,
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service import book.csv --profile new',
    'sms-service import contacts.vcf --group Customers --profile new',
    'sms-service import outlook.csv --encoding windows-1250 --profile new',
    'zcat book.jsonl.gz | sms-service import - --profile new',
  ],
  carriesOn: true,
  run: async (context) => {
    const { args, options, input } = context;
    const [file = ''] = args;
    const isInput = isStandardInput(file);
    const reading = readingOf(options);
    const ifChanged = options.oneOf('--if-changed', IF_CHANGED);
    const selection = await selectionOf(options);
    const plan = options.text('--plan') ?? (isInput ? PLAN_OF_INPUT : `${file}.plan`);
    const rejectsFile = options.text('--rejects') ?? `${isInput ? plan : file}.rejects`;
    if ([...(isInput ? [] : [file]), plan].some((other) => path.resolve(other) === path.resolve(rejectsFile))) {
      return refuse('--rejects', 'would overwrite the file or its plan');
    }
    if (!isInput && !existsSync(file)) throw new CommandError(`the file does not exist: ${file}`);
    const rejects = await RejectFile.open(context, rejectsFile);
    try {
      const account = await chosenAccount(context);
      return await applyRun(context, {
        resume: sameCommand(context, importCommand),
        advice: {
          changed: `Skip steps that no longer fit, and plan the rest again: ${sameCommand(context, importCommand, '--if-changed', 'replan')}`,
        },
        apply: (running, notes) =>
          withClients(context, { to: account }, async (clients) => {
            const result = await importAddressBook({
              ...clients,
              ...reading,
              file: isInput ? input.pieces('the file') : file,
              plan,
              ifChanged,
              ...selection,
              ...running,
              onReject: (reject) => rejects.add(reject),
              // No file contains what an account does not show.
              onWarning: (warning) => (warning.kind === 'not-shown' ? undefined : notes.warning(warning)),
              onNotCopied: notes.notCopied,
              onUnfinished: notes.unfinished,
            });
            await rejects.finish();
            return result;
          }),
        describe: ({ total, status }) => ({
          json: { rejectedRows: rejects.count },
          lines: [
            ...(rejects.count > 0 ? [`${counted(rejects.count, 'row')} rejected: ${printable(rejects.file)}`] : []),
            ...(total === 0 && status === 'done' ? ['The account already contains everything in the file.'] : []),
            ...(options.has('--dry-run') && total > 0 ? [`The plan: ${printable(plan)}`] : []),
          ],
          exitCode: rejects.count > 0 ? EXIT.differences : EXIT.done,
        }),
      });
    } finally {
      await rejects.giveUp();
    }
  },
};
