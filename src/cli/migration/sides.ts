import { planLabels } from '../../address-book/index.js';
import type { SmsServiceClient, SmsServiceClientOptions } from '../../client/index.js';
import type { Context } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { namedAccount } from '../settings/account.js';
import { withClient } from '../settings/client.js';

/** The names of the profiles of both sides. */
export interface Sides {
  readonly from: string;
  readonly to: string;
}

/** Clients for both sides. */
export interface SideClients {
  readonly from: SmsServiceClient;
  readonly to: SmsServiceClient;
}

/**
 * The profiles that `--from` and `--to` name, or else the plan.
 *
 * @throws CommandError when one is missing, or both are the same
 */
export async function sidesOf({ options }: Context, plan?: string): Promise<Sides> {
  const [from, to] = [options.text('--from'), options.text('--to')];
  const labels = plan === undefined || (from !== undefined && to !== undefined) ? undefined : await planLabels(plan);
  const sides = { from: from ?? labels?.from, to: to ?? labels?.to };
  if (sides.from === undefined || sides.to === undefined) {
    throw new CommandError(`${sides.from === undefined ? '--from' : '--to'} is missing: the name of a profile`);
  }
  if (sides.from === sides.to) throw new CommandError(`--from and --to are the same profile: ${sides.from}`);
  return { from: sides.from, to: sides.to };
}

/** Does something with clients for both sides, and closes them. */
export async function withSides<T>(
  context: Context,
  { from, to }: Sides,
  act: (clients: SideClients) => Promise<T>,
  more: Partial<SmsServiceClientOptions> = {},
): Promise<T> {
  // One after the other: each may ask for a password.
  const source = await namedAccount(from, context);
  const target = await namedAccount(to, context);
  return withClient(source, (one) => withClient(target, (other) => act({ from: one, to: other }), more), more);
}

/** What names the same configuration file in a command that is proposed. */
export function configFlags({ options }: Context): readonly string[] {
  const config = options.text('--config');
  return config === undefined ? [] : ['--config', config];
}
