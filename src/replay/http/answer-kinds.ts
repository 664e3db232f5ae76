import { isIdx } from '../../domain/sending/limits.js';
import type { FieldKind } from '../privacy/clean-text.js';

/** The kinds of the texts of responses by their names in JSON (specification sections 2.1 to 2.5). */
const KINDS: Readonly<Record<string, FieldKind>> = {
  number: 'number',
  submitted_number: 'number',
  phone_number: 'number',
  name: 'name',
  email: 'name',
  username: 'name',
  info: 'name',
  message: 'text',
  id: 'id',
};

/** Words of the gateway: the name of a status, the kind of an account. */
const WORD = /^\w{0,40}$/;

/**
 * Returns the kind of a text of a response. A value that should be a known word or an idx, but is not, may contain
 * anything.
 *
 * @param names - the names of the field in JSON; that of a sender is not private
 */
export function answerKind(path: string, [name = '']: readonly string[], text: string): FieldKind {
  const isOfSender = path === 'sender.do' && (name === 'sender' || name === 'name');
  if (isOfSender) return 'other';
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return WORD.test(text) || (name === 'idx' && isIdx(text)) ? 'other' : 'said';
}
