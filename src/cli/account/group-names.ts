import type { SmsServiceClient } from '../../client/index.js';
import { printable } from '../output/text.js';
import type { CommandOption, Options } from '../running/command.js';
import { CommandError, EXIT, refuse } from '../running/failure.js';

/** A group that a command names by its id, by its name, or by a word that can be either. */
export interface GroupSelector {
  readonly by: 'id' | 'name' | 'either';
  readonly word: string;
}

export const BY_ID: CommandOption = { flags: '--id <id>', text: 'the group, by its id only' };
export const BY_NAME: CommandOption = {
  flags: '--name <name>',
  text: 'the group, by its name only, even if it consists of digits',
};

/**
 * Reads {@link BY_ID} and {@link BY_NAME}.
 *
 * @param either - another option or argument that can be an id or a name
 * @throws CommandError if more than one is used, or the id is not a number
 */
export function readGroupSelector(
  options: Options,
  either?: { readonly flag: string; readonly value: string | undefined },
): GroupSelector | undefined {
  const selectors = [
    { flag: '--id', by: 'id', word: options.text('--id') },
    { flag: '--name', by: 'name', word: options.text('--name') },
    { flag: either?.flag ?? '', by: 'either', word: either?.value },
  ].filter((selector): selector is GroupSelector & { readonly flag: string } => selector.word !== undefined);
  const [selector, ...others] = selectors;
  if (others.length > 0) refuse(selectors.map(({ flag }) => flag).join(' and '), 'cannot be used together');
  if (selector?.by === 'id' && !/^\d{1,15}$/.test(selector.word)) refuse('--id', 'must be a whole number');
  return selector;
}

/**
 * Returns the ids of the selected groups: several groups can have one name.
 *
 * @throws CommandError if the account has no such group, or the word is the id of one group and the name of another
 */
export async function selectGroups(
  client: Pick<SmsServiceClient, 'getGroups'>,
  { by, word }: GroupSelector,
  call: { readonly signal: AbortSignal },
): Promise<readonly number[]> {
  const groups = await client.getGroups(call);
  const byName = by === 'id' ? [] : groups.filter(({ name }) => name === word).map(({ id }) => id);
  const byId = by === 'name' ? [] : groups.filter(({ id }) => String(id) === word).map(({ id }) => id);
  const [other] = byName.filter((id) => !byId.includes(id));
  const shown = printable(word);
  if (byId.length > 0 && other !== undefined) {
    const choice = `Use --id ${shown} for the first and --id ${other} for the second`;
    throw new CommandError(`${shown} is the id of one group and the name of another. ${choice}`);
  }
  const found = byId.length > 0 ? byId : byName;
  if (found.length > 0) return found;
  throw new CommandError(`Group ${shown} does not exist in this account`, EXIT.differences);
}
