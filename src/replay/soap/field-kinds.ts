import { type FieldKind, kindLookup } from '../privacy/clean-text.js';

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

export const kindOf: (name: string) => FieldKind = kindLookup(KINDS);
