import { isIdx } from '../../../domain/sending/limits.js';
import type { FieldKind } from '../../privacy/clean-text.js';

/** The kinds of the texts of answers by their names in JSON (specification sections 2.1 to 2.5). */
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

/** Names that the gateway gives: of a status, of a kind of account. */
const WORD = /^\w{0,40}$/;

/**
 * The kind of a text of an answer. What is to be one of some words, or an idx, and is none, might be anything.
 *
 * @param names - of its field in JSON; that of a sender is no private name
 */
export function answerKind(path: string, [name = '']: readonly string[], text: string): FieldKind {
  const isOfSender = path === 'sender.do' && (name === 'sender' || name === 'name');
  if (isOfSender) return 'other';
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return WORD.test(text) || (name === 'idx' && isIdx(text)) ? 'other' : 'said';
}
