import { isBareId } from '../../../domain/sending/bare-id.js';
import { UnusableOption } from './unusable-option.js';

/**
 * Asks a source of ids for the next one.
 *
 * @param isTaken - whether a message of that id is there already
 * @throws {@link UnusableOption} when that is no id, or one that is taken
 */
export function nextMessageId(nextId: () => unknown, isTaken: (id: string) => boolean): string {
  const id = nextId();
  if (typeof id !== 'string' || !isBareId(id)) {
    throw new UnusableOption(
      'nextId',
      "gave what is no id: 1 to 32 letters, digits, '-' and '_' are needed, at least one of them a digit from 1 to 9",
    );
  }
  if (isTaken(id)) throw new UnusableOption('nextId', 'gave an id that another message has');
  return id;
}
