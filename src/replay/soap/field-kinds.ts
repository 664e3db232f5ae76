import type { FieldKind } from '../privacy/clean-text.js';

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

export function kindOf(name: string): FieldKind {
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'other') : 'other';
}
