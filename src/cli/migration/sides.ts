import { readPlanLabels } from '../../address-book/index.js';
import type { SmsServiceClient, SmsServiceClientOptions } from '../../client/index.js';
import { quoted } from '../output/text.js';
import type { Context } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { type Account, namedAccount } from '../settings/account.js';
import { withClient } from '../settings/client.js';

/** The policies for a group whose name the target has already. */
export const POLICIES = ['merge', 'skip', 'rename', 'fail'] as const;

/** The names of the profiles of both sides. */
export interface Sides {
  readonly from: string;
  readonly to: string;
}

/** Clients for both sides. */
export interface SideClients {
  readonly from: SmsServiceClient;
  readonly to: SmsServiceClient;
  /** Texts that tell the accounts from others. */
  readonly accounts: { readonly from: string; readonly to: string };
}

/**
 * The profiles that `--from` and `--to` name, or else the plan.
 *
 * @throws CommandError when one is missing, or both are the same profile
 */
export async function sidesOf({ options }: Context, plan?: string): Promise<Sides> {
  const [from, to] = [options.text('--from'), options.text('--to')];
  const labels =
    plan === undefined || (from !== undefined && to !== undefined) ? undefined : await readPlanLabels(plan);
  const sides = { from: from ?? labels?.from, to: to ?? labels?.to };
  if (sides.from === undefined || sides.to === undefined) {
    throw new CommandError(`${sides.from === undefined ? '--from' : '--to'} is missing: the name of a profile`);
  }
  if (sides.from === sides.to) throw new CommandError(`--from and --to are the same profile: ${sides.from}`);
  return { from: sides.from, to: sides.to };
}

/** Does something with clients for both sides, and closes them. @throws CommandError for profiles of one account */
export async function withSides<T>(
  context: Context,
  { from, to }: Sides,
  act: (clients: SideClients) => Promise<T>,
  more: Partial<SmsServiceClientOptions> = {},
): Promise<T> {
  // One after the other: each may ask for a password.
  const source = await namedAccount(from, context);
  const target = await namedAccount(to, context);
  if (isSame(source, target)) {
    throw new CommandError(`--from and --to are the same account: ${from} and ${to} have one address and user name`);
  }
  const accounts = { from: identityOf(source), to: identityOf(target) };
  return withClient(source, (from) => withClient(target, (to) => act({ from, to, accounts }), more), more);
}

/** Returns a text that tells an account from others, made of its addresses and its user name. */
export function identityOf({ urls, username }: Account): string {
  return JSON.stringify([username, ...urls.map(addressOf).sort()]);
}

/** Of an account that is compared with itself nothing is missing: all of it would be deleted as if it were moved. */
function isSame(one: Account, other: Account): boolean {
  const addresses = new Set(one.urls.map(addressOf));
  return one.username === other.username && other.urls.some((url) => addresses.has(addressOf(url)));
}

/** Returns an address in one form; one that is refused later on is only equal to itself. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** A command that is proposed, with the same configuration file. */
export function proposed(context: Context, ...words: readonly string[]): string {
  return quoted(['sms-service', ...words, ...givenFlags(context, ['--config'])]);
}

/** Those of some options that were given, for a command that is proposed. */
export function givenFlags({ options }: Context, flags: readonly string[]): readonly string[] {
  return flags.flatMap((flag) => {
    const value = options.text(flag);
    return [...(value === undefined ? [] : [value]), ...options.all(flag)].flatMap((one) => [flag, one]);
  });
}
