import type { AnyEndpoint } from '../../http-client/description/endpoints.js';
import type { AnswerTable } from '../../http-client/description/parts/answer-field.js';
import type { Asked } from '../../http-client/description/parts/endpoint.js';

export interface TextRecord {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  readonly table: AnswerTable;
}

export function textRecords(text: string, endpoint: AnyEndpoint, asked: Asked): readonly TextRecord[] {
  const { path, selector, answer } = endpoint;
  const { records } = answer;
  const lines = text.trim();
  switch (selector === undefined ? path : `${path} ${selector.name}`) {
    case 'sms.do':
    case 'mms.do':
    case 'vms.do':
      return entries(lines, records['list[]'], asked.to);
    case 'hlr.do':
      return entries(lines, records['[]'], asked.numbers);
    case 'user.do credits':
      return [
        inOrder(lines.split(/[:;]/).slice(1), Object.entries(records[''] ?? {}), { path: ONE, isLastOpen: false }),
      ];
    case 'user.do get_user':
      return [inOrder(behindOk(lines), fieldsBut('username', records['']), { path: ONE, isLastOpen: true })];
    case 'user.do add_user':
    case 'user.do set_user':
    case 'user.do list':
      // Names, which may contain any text.
      return [];
    case 'sender.do status':
      return [inOrder(behindOk(lines), picked(records[''], ['status']), { path: ONE, isLastOpen: false })];
    case 'sender.do list':
      return behindOk(lines)
        .filter(isFilled)
        .map((entry) => sender(entry, records['[]']));
    default:
      return [inOrder(behindOk(lines), [], { path: ONE, isLastOpen: false })];
  }
}

/** Returns the record of an error: `ERROR:<ERR>` alone (section 2.2). */
export function errorRecord(text: string): TextRecord {
  const [, , ...others] = text.trim().split(':');
  return { path: ONE, values: parts(others.filter(isFilled), FIRST_PART + 1), table: {} };
}

const [ONE, EACH] = ['text', 'text[]'] as const;

const FIRST_PART = 2;

type Fields = readonly (readonly [name: string, field: AnswerTable[string]])[];

const isFilled = (text: string): boolean => text.trim() !== '';

function behindOk(text: string): readonly string[] {
  const [, ...others] = text.split(':');
  return others.at(-1)?.trim() === '' ? others.slice(0, -1) : others;
}

function entries(text: string, table: AnswerTable | undefined, asked: unknown): readonly TextRecord[] {
  const isSingle = Array.isArray(asked) && asked.length === 1;
  const fields = picked(table, isSingle ? ['id', 'points'] : ['id', 'points', 'number']);
  const more = isSingle ? picked(table, ['number']).map(([name, field]) => [name, optional(field)] as const) : [];
  return text
    .split(/[;\r\n]/)
    .filter((entry) => isFilled(entry) && !/^\s*ERROR\b/i.test(entry))
    .map((entry) => inOrder(behindOk(entry), [...fields, ...more], { path: isSingle ? ONE : EACH, isLastOpen: false }));
}

/** Parses `<SENDER>,<STATUS>`. The name may contain commas. */
function sender(entry: string, table: AnswerTable | undefined): TextRecord {
  const comma = entry.lastIndexOf(',');
  const values = [entry.slice(0, comma), entry.slice(comma + 1)].filter(isFilled);
  return inOrder(values, picked(table, ['name', 'status']), { path: EACH, isLastOpen: false });
}

function picked(table: AnswerTable = {}, names: readonly string[]): Fields {
  return Object.entries(table).filter(([name]) => names.includes(name));
}

function fieldsBut(left: string, table: AnswerTable = {}): Fields {
  return Object.entries(table).filter(([name]) => name !== left);
}

function optional(field: AnswerTable[string]): AnswerTable[string] {
  return { ...field, isOptional: true };
}

function inOrder(
  values: readonly string[],
  fields: Fields,
  { path, isLastOpen }: { readonly path: string; readonly isLastOpen: boolean },
): TextRecord {
  const named = fields.slice(0, values.length).map(([, { names }], index) => [names[0], (values[index] ?? '').trim()]);
  const others = isLastOpen ? {} : parts(values.slice(fields.length), fields.length + FIRST_PART);
  return { path, values: { ...Object.fromEntries(named), ...others }, table: Object.fromEntries(fields) };
}

function parts(values: readonly string[], first: number): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value, index) => [`part-${first + index}`, value]));
}
