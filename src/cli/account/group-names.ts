import type { SmsServiceClient } from '../../client/index.js';
import { printable } from '../output/text.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';

/**
 * The ids of the groups that a person names, by an id or by a name; `undefined` where nothing is named.
 *
 * @throws CommandError when the account has none of that name, or one of that name and another of that id
 */
export async function groupsNamed(
  client: Pick<SmsServiceClient, 'getGroups'>,
  asked: string | undefined,
  call: { readonly signal: AbortSignal },
): Promise<readonly number[] | undefined> {
  if (asked === undefined) return undefined;
  const groups = await client.getGroups(call);
  const named = groups.filter(({ name }) => name === asked).map(({ id }) => id);
  const [ofId] = groups.filter(({ id }) => String(id) === asked).map(({ id }) => id);
  if (ofId !== undefined && named.some((id) => id !== ofId)) {
    throw new CommandError(
      `${printable(asked)} is the id of a group, and the name of another: that one has the id ${named.join(', ')}`,
    );
  }
  if (ofId !== undefined) return [ofId];
  if (named.length > 0) return named;
  throw new CommandError(`the account has no group of the name ${printable(asked)}`, EXIT.differences);
}
