import type { SmsServiceClient } from '../../client/index.js';
import { printable } from '../output/text.js';
import type { CommandOption, Options } from '../running/command.js';
import { CommandError, EXIT, refuse } from '../running/failure.js';

export interface GroupSelector {
  readonly name: string;
  readonly id: number | undefined;
}

export const ID_OPTION: CommandOption = { flags: '--id <id>', text: 'the id of the group, if several have its name' };

/** Reads {@link ID_OPTION}. @throws CommandError if it is used without a name */
export function groupSelector(name: string | undefined, options: Options): GroupSelector | undefined {
  const id = options.whole('--id', 1);
  if (name !== undefined) return { name, id };
  return id === undefined ? undefined : refuse('--id', 'requires the name of the group');
}

/**
 * Returns the ids of the selected groups: several groups can have one name.
 *
 * @throws CommandError if the account has no such group
 */
export async function selectGroups(
  client: Pick<SmsServiceClient, 'getGroups'>,
  { name, id }: GroupSelector,
  call: { readonly signal: AbortSignal },
): Promise<readonly number[]> {
  const groups = await client.getGroups(call);
  const found = groups.filter((group) => group.name === name && (id === undefined || group.id === id));
  if (found.length > 0) return found.map((group) => group.id);
  const shown = id === undefined ? printable(name) : `${printable(name)} with the id ${id}`;
  throw new CommandError(`Group ${shown} does not exist in this account`, EXIT.differences);
}
