import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type AddressBookDifference,
  type AddressBookSide,
  type CompareResult,
  type DiffAddressBooksOptions,
  diffAddressBooks,
  type ReadProgress,
  verifyMigration,
} from '../../address-book/index.js';
import { LinesAbove, withProgress } from '../output/progress.js';
import { counted, printable, thousands } from '../output/text.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { CommandError, EXIT, type ExitCode, refuse } from '../running/failure.js';
import { isStandardInput } from '../running/standard-streams.js';
import { CONFIG_FILE, CONFIG_OPTIONS, namedAccount, TWO_ACCOUNTS_OPTIONS } from '../settings/account.js';
import { withClient } from '../settings/client.js';
import { readConfigFile } from '../settings/config-file.js';
import { COMPARED_OPTIONS, selectionOf } from '../settings/selection.js';
import { twoAccounts, withTwoClients } from './shared/accounts.js';
import { differenceLine } from './shared/lines.js';
import { ACCEPT_OPTION, acceptedKinds, READING_OPTIONS, type Reading, readingOf } from './shared/options.js';

const OPTIONS: readonly CommandOption[] = [
  ...COMPARED_OPTIONS,
  ACCEPT_OPTION,
  { flags: '--allow-extra', text: 'ignore groups and numbers that only the second one has' },
];

export const verify: Command = {
  name: 'verify',
  summary: 'compare two accounts, for example after a plan was applied; nothing is changed',
  options: [
    ...TWO_ACCOUNTS_OPTIONS,
    { flags: '--plan <file>', text: 'the plan that was applied: its profiles, selection and renamed groups' },
    ...OPTIONS,
  ],
  examples: ['sms-service verify --from old --to new', 'sms-service verify --plan plan.json --json'],
  run: async (context) => {
    const plan = context.options.text('--plan');
    const accounts = await twoAccounts(context, plan);
    const names = [accounts.from.label, accounts.to.label] as const;
    return comparing(context, names, async (options) => {
      const result = await withTwoClients(context, accounts, ({ from, to }) =>
        verifyMigration({ from, to, plan, ...options }),
      );
      if (result.hasSameIds) {
        context.output.note('both accounts have the same groups with the same ids: they may be the same account');
      }
      return result;
    });
  },
};

export const diff: Command = {
  name: 'diff',
  summary: 'compare any two of profile, export, plan or other file; nothing is changed',
  args: '<left> <right>',
  standard: true,
  options: [...READING_OPTIONS, ...OPTIONS, ...CONFIG_OPTIONS],
  examples: [
    'sms-service diff yesterday.jsonl old',
    'sms-service diff old new',
    'sms-service diff old outlook.csv --encoding windows-1250',
    'zcat book.jsonl.gz | sms-service diff - profile:old',
  ],
  run: async (context) => {
    const reading = readingOf(context.options);
    const [left = '', right = ''] = context.args;
    if (isStandardInput(left) && isStandardInput(right))
      return refuse('left and right', 'cannot both be the standard input');
    const sides = [sideArgument(context, left), sideArgument(context, right)] as const;
    return comparing(context, [left, right], (options) =>
      withSide(context, sides[0], reading, (left) =>
        withSide(context, sides[1], reading, (right) => diffAddressBooks({ left, right, ...options })),
      ),
    );
  },
};

type CompareOptions = Omit<DiffAddressBooksOptions, 'left' | 'right'>;

async function comparing(
  context: Context,
  names: readonly [left: string, right: string],
  compare: (options: CompareOptions) => Promise<CompareResult>,
): Promise<ExitCode> {
  const { options, output, interruption } = context;
  const accept = acceptedKinds(options);
  const allowsExtra = options.has('--allow-extra');
  const { normalize: _, ...selection } = await selectionOf(options);
  const { signal } = interruption;
  const result = await withProgress(output, 'numbers read', async (progress) => {
    const lines = new LinesAbove(output, progress);
    const onDifference = (difference: AddressBookDifference): void => {
      if (allowsExtra && difference.kind.startsWith('extra-')) return;
      lines.print(difference, () => differenceLine(output, difference));
    };
    const onProgress = ({ numbers }: ReadProgress): void => progress.update(numbers, 0);
    try {
      return await compare({ ...selection, accept, signal, onDifference, onProgress });
    } finally {
      await lines.finish();
    }
  });
  const isSame = allowsExtra ? result.isComplete : result.isSame;
  const exitCode = isSame ? EXIT.done : EXIT.differences;
  await output.done(exitCode, { ...result, isSame }, () =>
    output.styled(isSame ? 'good' : 'bad', textOf(result, isSame, names)),
  );
  return exitCode;
}

function textOf(result: CompareResult, isSame: boolean, [left, right]: readonly [string, string]): string {
  const { groups, numbers, missing, extra, otherNames, duplicates, fewer, infos } = result;
  const compared = `${counted(groups, 'group')} and ${counted(numbers, 'number')} compared`;
  const counts: readonly (readonly [number, string])[] = [
    [missing, `only in ${printable(left)}`],
    [extra, `only in ${printable(right)}`],
    [otherNames, 'with another name'],
    [duplicates, `more often in ${printable(right)}`],
    [fewer, `more often in ${printable(left)}`],
    [infos, 'with another info'],
  ];
  const found = counts.flatMap(([count, what]) => (count > 0 ? `${thousands(count)} ${what}` : []));
  return `${compared}: ${[...(isSame ? ['no differences'] : []), ...found].join(', ')}`;
}

type SideArgument = { readonly profile: string } | { readonly file: string };

const PREFIXED = /^(profile|file):(.+)$/s;

/**
 * Returns the profile or the file that an argument names; the prefixes `profile:` and `file:` select one, and `-` is
 * the standard input.
 *
 * @throws CommandError if both exist, or none
 */
function sideArgument({ options }: Context, argument: string): SideArgument {
  const [, prefix, rest = ''] = PREFIXED.exec(argument) ?? [];
  if (prefix === 'profile') return { profile: rest };
  if (prefix === 'file') return { file: rest };
  if (isStandardInput(argument)) return { file: argument };
  const config = options.text('--config') ?? CONFIG_FILE;
  const isProfile = readConfigFile(config)?.has(argument) === true;
  const isFile = existsSync(argument);
  const shown = printable(argument);
  if (isProfile && isFile) {
    throw new CommandError(`a profile and a file have the name ${shown}. Write profile:${shown} or file:${shown}`);
  }
  if (isProfile) return { profile: argument };
  if (isFile) return { file: argument };
  throw new CommandError(`${shown} is neither a profile of ${config} nor a file`);
}

async function withSide<T>(
  context: Context,
  side: SideArgument,
  reading: Reading,
  act: (side: AddressBookSide) => Promise<T>,
): Promise<T> {
  if ('profile' in side) return withClient(await namedAccount(side.profile, context), act);
  if (isStandardInput(side.file)) return act({ ...reading, file: context.input.pieces('the file') });
  // An export does not need the options of the other file.
  const isExport = path.extname(side.file).toLowerCase() === '.jsonl';
  return act({ ...reading, ...(isExport && { columns: undefined, encoding: undefined }), file: side.file });
}
