import { ValidationError } from '../../errors/errors.js';
import { forbiddenCharacter } from '../../xml/chars.js';

/** Says that the function given as `nextId` gave what cannot be the id of a message. */
export class UnusableId extends ValidationError {
  constructor() {
    super('nextId', "gave what is no id: a text is needed, not empty, without ':', ';' and white space");
  }
}

/** What would end an id within `OK:<id>:<points>:<number>`, or in a list of such entries (specification section 2.2). */
const SEPARATOR = /[:;\s]/;

/**
 * Asks a source of ids for the next one.
 *
 * @throws {@link UnusableId} when that is no id
 */
export function nextMessageId(nextId: () => unknown): string {
  const id = nextId();
  if (typeof id !== 'string' || id === '' || SEPARATOR.test(id) || forbiddenCharacter(id) !== undefined) {
    throw new UnusableId();
  }
  return id;
}
