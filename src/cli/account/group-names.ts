import type { SmsServiceClient } from '../../client/index.js';
import { printable } from '../output/text.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';

/**
 * The ids of the groups that a person names, by an id or by a name; `undefined` where nothing is named.
 *
 * @throws CommandError when the account has none of that name
 */
export async function groupsNamed(
  client: Pick<SmsServiceClient, 'getGroups'>,
  asked: string | undefined,
  call: { readonly signal: AbortSignal },
): Promise<readonly number[] | undefined> {
  if (asked === undefined) return undefined;
  if (/^\d{1,9}$/.test(asked)) return [Number(asked)];
  const found = (await client.getGroups(call)).filter(({ name }) => name === asked);
  if (found.length > 0) return found.map(({ id }) => id);
  throw new CommandError(`the account has no group of the name ${printable(asked)}`, EXIT.differences);
}
