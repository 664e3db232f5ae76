import { type FieldKind, kindLookup } from '../privacy/clean-text.js';

const KINDS: Readonly<Record<string, FieldKind>> = {
  to: 'number',
  number: 'number',
  group: 'name',
  info: 'name',
  add_user: 'name',
  set_user: 'name',
  get_user: 'name',
  message: 'text',
  subject: 'text',
  smil: 'text',
  tts: 'text',
  file: 'text',
  udh: 'text',
  param1: 'text',
  param2: 'text',
  param3: 'text',
  param4: 'text',
  notify_url: 'text',
  sch_del: 'id',
};

export const kindOf: (name: string) => FieldKind = kindLookup(KINDS);
