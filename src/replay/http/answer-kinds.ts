import { isIdx } from '../../domain/sending/limits.js';
import type { FieldKind } from '../privacy/clean-text.js';

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

const WORD = /^\w{0,40}$/;

/**
 * Returns the kind of a text of a response. A value that should be a known word or an idx, but is not, may contain
 * anything.
 */
export function answerKind(path: string, [name = '']: readonly string[], text: string): FieldKind {
  const isOfSender = path === 'sender.do' && (name === 'sender' || name === 'name');
  if (isOfSender) return 'other';
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return WORD.test(text) || (name === 'idx' && isIdx(text)) ? 'other' : 'said';
}
