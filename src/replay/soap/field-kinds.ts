import type { FieldKind } from '../privacy/clean-text.js';

/** The kinds of all texts of the contract by their names on the wire (sections 2.8 and 4.10). */
const KINDS: Readonly<Record<string, FieldKind>> = {
  to: 'number',
  arTo: 'number',
  number: 'number',
  name: 'name',
  info: 'name',
  message: 'text',
  udh: 'text',
  arParam: 'text',
  arParams: 'text',
  id: 'id',
  arIds: 'id',
  response: 'entry',
  description: 'said',
};

/** Returns the kind of a text of the contract, by its name on the wire. */
export function kindOf(name: string): FieldKind {
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'other') : 'other';
}
