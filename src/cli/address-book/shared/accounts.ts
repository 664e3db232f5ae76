import { readPlanInfo } from '../../../address-book/index.js';
import type { SmsServiceClient } from '../../../client/index.js';
import { quoted } from '../../output/text.js';
import type { Command, Context, Options } from '../../running/command.js';
import { CommandError } from '../../running/failure.js';
import { type Account, chosenAccount, namedAccount } from '../../settings/account.js';
import { withClient } from '../../settings/client.js';

export interface Accounts {
  readonly from?: Account;
  readonly to: Account;
}

export type TwoAccounts = Required<Accounts>;

interface Clients {
  readonly from?: SmsServiceClient;
  readonly to: SmsServiceClient;
  /** Texts that identify the accounts. */
  readonly accounts: { readonly from?: string; readonly to: string };
}

/**
 * Returns the accounts of the profiles that `--from` and `--to` name, or else the labels of a plan.
 *
 * @throws CommandError if one is missing, or both are the same account
 */
export async function twoAccounts(context: Context, plan?: string): Promise<TwoAccounts> {
  const labels = plan === undefined ? {} : ((await readPlanInfo(plan)).labels ?? {});
  const [from, to] = [context.options.text('--from') ?? labels.from, context.options.text('--to') ?? labels.to];
  if (from === undefined || to === undefined) {
    throw new CommandError(`${from === undefined ? '--from' : '--to'} is missing: the name of a profile`);
  }
  if (from === to) throw new CommandError(`--from and --to are the same profile: ${from}`);
  // One after the other: each may ask for a password.
  const source = await namedAccount(from, context);
  const target = await namedAccount(to, context);
  if (isSame(source, target)) {
    throw new CommandError(`--from and --to are the same account: ${from} and ${to} have the same URL and user name`);
  }
  return { from: source, to: target };
}

/** Returns the accounts of a plan. The one that is changed can also be chosen by the options of one account. */
export async function accountsOfPlan(context: Context, plan: string): Promise<Accounts> {
  const { options } = context;
  const { purpose, labels } = await readPlanInfo(plan);
  const from = options.text('--from') ?? labels?.from;
  if (purpose === 'remove' || from !== undefined) return twoAccounts(context, plan);
  const isChosen = ['--profile', '--url', '--username'].some((flag) => options.text(flag) !== undefined);
  const to = options.text('--to') ?? (isChosen ? undefined : labels?.to);
  return { to: await (to === undefined ? chosenAccount(context) : namedAccount(to, context)) };
}

export function withTwoClients<T>(
  { options }: Context,
  { from, to }: TwoAccounts,
  act: (clients: Required<Clients>) => Promise<T>,
): Promise<T> {
  const accounts = { from: identityOf(from), to: identityOf(to) };
  const more = concurrencyOf(options);
  return withClient(from, (from) => withClient(to, (to) => act({ from, to, accounts }), more), more);
}

export function withClients<T>(
  context: Context,
  { from, to }: Accounts,
  act: (clients: Clients) => Promise<T>,
): Promise<T> {
  if (from !== undefined) return withTwoClients(context, { from, to }, act);
  const accounts = { to: identityOf(to) };
  return withClient(to, (to) => act({ to, accounts }), concurrencyOf(context.options));
}

function concurrencyOf(options: Options): { readonly maxConcurrency: number | undefined } {
  return { maxConcurrency: options.whole('--concurrency', 1) };
}

function identityOf({ urls, username }: Account): string {
  return JSON.stringify([username, ...urls.map(normalUrl).sort()]);
}

function isSame(one: Account, other: Account): boolean {
  const urls = new Set(one.urls.map(normalUrl));
  return one.username === other.username && other.urls.some((url) => urls.has(normalUrl(url)));
}

/** Returns an invalid URL unchanged; it is refused later. */
function normalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

export function proposed(context: Context, ...words: readonly string[]): string {
  return quoted(['sms-service', ...words, ...givenFlags(context, ['--config'])]);
}

export function givenFlags({ options }: Context, flags: readonly string[]): readonly string[] {
  return flags.flatMap((flag) => {
    const value = options.text(flag);
    return [...(value === undefined ? [] : [value]), ...options.all(flag)].flatMap((one) => [flag, one]);
  });
}

const ONCE = new Set(['--dry-run', '--force']);

/** Returns the same command again. @param words - options that replace those that were repeated */
export function sameCommand(context: Context, command: Command, ...words: readonly string[]): string {
  const { args, options } = context;
  const flags = (command.options ?? []).map((option) => option.flags.split(' ')[0] ?? '');
  const repeated = flags
    .filter((flag) => !ONCE.has(flag) && !words.includes(flag))
    .flatMap((flag) => (options.has(flag) ? [flag] : givenFlags(context, [flag])));
  return quoted(['sms-service', ...command.name.split(' '), ...args, ...repeated, ...words]);
}
