import type { SmsServiceClient } from '../../client/index.js';
import { printable } from '../output/text.js';
import type { CommandOption } from '../running/command.js';
import { type Options, refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';

export type AskedGroup = { readonly id: string } | { readonly name: string } | { readonly either: string };

/** The options by which a group is named where what is given could be either. */
export const BY_ID: CommandOption = { flags: '--id <id>', text: 'the group, by its id only' };
export const BY_NAME: CommandOption = {
  flags: '--name <name>',
  text: 'the group, by its name only, also one of digits',
};

/**
 * The group that {@link BY_ID}, {@link BY_NAME} or a word names; `undefined` where none does.
 *
 * @param either - what may be an id or a name, and how it was given
 * @throws CommandError when more than one is given, or an id is none
 */
export function askedGroup(
  options: Options,
  either?: { readonly flag: string; readonly value: string | undefined },
): AskedGroup | undefined {
  const [id, name] = [options.text('--id'), options.text('--name')];
  const given = [
    id === undefined ? [] : ['--id'],
    name === undefined ? [] : ['--name'],
    either?.value === undefined ? [] : [either.flag],
  ].flat();
  if (given.length > 1) refuse(given.join(' and '), 'cannot be used together: one of them names the group');
  if (id !== undefined)
    return /^\d{1,15}$/.test(id) ? { id } : refuse('--id', 'is not the id of a group: a whole number');
  if (name !== undefined) return { name };
  return either?.value === undefined ? undefined : { either: either.value };
}

/**
 * The ids of the groups that a person names; `undefined` where nothing is named.
 *
 * @throws CommandError when the account has none of that name or id, or one of that name and another of that id
 */
export async function groupsNamed(
  client: Pick<SmsServiceClient, 'getGroups'>,
  asked: AskedGroup | undefined,
  call: { readonly signal: AbortSignal },
): Promise<readonly number[] | undefined> {
  if (asked === undefined) return undefined;
  const groups = await client.getGroups(call);
  const [word = ''] = Object.values(asked) as readonly string[];
  const named = 'id' in asked ? [] : groups.filter(({ name }) => name === word).map(({ id }) => id);
  const [ofId] = 'name' in asked ? [] : groups.filter(({ id }) => String(id) === word).map(({ id }) => id);
  if (ofId !== undefined && named.some((id) => id !== ofId)) {
    const shown = printable(word);
    throw new CommandError(
      `${shown} is the id of a group, and the name of another: --id ${shown} is the one, and the other has the id ` +
        `${named.join(', ')}: --id ${named[0]}, or --name ${shown} where that is an option`,
    );
  }
  if (ofId !== undefined) return [ofId];
  if (named.length > 0) return named;
  const what = 'id' in asked ? 'id' : 'name';
  throw new CommandError(`the account has no group of the ${what} ${printable(word)}`, EXIT.differences);
}
