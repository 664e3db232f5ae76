import { CallbackError } from '../../errors/incoming-error.js';
import { Problem } from '../../errors/problem.js';
import type { FormFields } from '../../http-message/form.js';
import { RefusedRequest } from '../body/limits.js';
import {
  type CallbackEvent,
  type CallbackFile,
  type CallbackKind,
  statusFacts,
  type UnknownFields,
} from '../description/events.js';
import type { CallbackField } from '../description/field.js';
import { CALLBACKS, FIELD_NAMES, kindOf } from '../description/kinds.js';

/**
 * Returns true for the request that checks an address when it is saved (section 6): it has no fields, or only empty
 * fields of the specification.
 */
export function isProbe(fields: FormFields, hasFiles: boolean): boolean {
  if (hasFiles) return false;
  const known = fields.filter(([name]) => FIELD_NAMES.has(name));
  return fields.length === 0 || (known.length > 0 && known.every(([, value]) => value === ''));
}

/**
 * Reads the fields of a callback.
 *
 * @throws CallbackError if a field does not match the specification
 * @throws RefusedRequest if there are too many events
 */
export function readEvents(
  fields: FormFields,
  files: readonly CallbackFile[],
  kind: CallbackKind | undefined = kindOf(new Set(fields.map(([name]) => name))),
  most: number = Number.POSITIVE_INFINITY,
): readonly CallbackEvent[] {
  if (kind === undefined) throw new CallbackError('', 'the fields match no callback of the specification');
  const { fields: table, hasFiles } = CALLBACKS[kind];
  if (files.length > 0 && !hasFiles)
    throw new CallbackError('', 'has files, which this kind of event does not allow', kind);
  const rows = Object.entries(table) as readonly (readonly [property: string, field: CallbackField])[];
  const values = valuesOf(fields, new Set(rows.map(([, { name }]) => name)), kind);
  const unknownFields = unknownOf(fields, values);
  const count = rows.some(([, { isPerMessage }]) => isPerMessage) ? countOf(values.get('MsgId'), most) : 1;
  checkShared(fields, count, most);
  const columns = rows.map(([property, field]) => [property, readColumn(field, values.get(field.name), count, kind)]);
  return Array.from({ length: count }, (_, index) => {
    const record = Object.fromEntries(columns.map(([property, column]) => [property, column?.[index]]));
    const more = 'status' in record && 'messageId' in record ? statusFacts(record as never) : hasFiles ? { files } : {};
    return { type: kind, ...record, ...more, unknownFields };
  });
}

function valuesOf(fields: FormFields, known: ReadonlySet<string>, kind: CallbackKind): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    if (!known.has(name)) continue;
    if (values.has(name)) throw new CallbackError(name, 'appears more than once', kind);
    values.set(name, value);
  }
  return values;
}

function unknownOf(fields: FormFields, known: ReadonlyMap<string, string>): UnknownFields {
  const found = new Map<string, string[]>();
  for (const [name, value] of fields) {
    if (known.has(name)) continue;
    const values = found.get(name) ?? [];
    values.push(value);
    found.set(name, values);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function countOf(ids: string = '', most: number): number {
  const count = ids.split(',').length;
  // Each message costs much more than its one or two bytes in the request.
  if (count > most) throw new RefusedRequest(413, `the call has more than ${most} messages`);
  return count;
}

const MAX_SHARED = 1_048_576;

function checkShared(fields: FormFields, count: number, most: number): void {
  if (count === 1 || most === Number.POSITIVE_INFINITY) return;
  // A list with one value for each message is not repeated. Other values are.
  const shared = fields.filter(([, value]) => value.split(',', count + 1).length !== count);
  const bytes = shared.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes * count > MAX_SHARED)
    throw new RefusedRequest(413, `the fields that ${count} messages share are too long: ${bytes} characters`);
}

function readColumn(field: CallbackField, text: string = '', count: number, kind: CallbackKind): readonly unknown[] {
  const { name } = field;
  const isSingle = !field.isPerMessage || (count === 1 && field.mayHoldCommas === true);
  if (isSingle) return [readValue(field, text, name, kind)];
  const parts = text.split(',');
  if (parts.length !== 1 && parts.length !== count) {
    const reason = `has ${parts.length} values, but MsgId has ${count}`;
    throw new CallbackError(name, reason, kind);
  }
  const of = (index: number): string => (parts.length === 1 ? name : `${name}[${index}]`);
  const values = parts.map((part, index) => readValue(field, part, of(index), kind));
  return parts.length === count ? values : Array.from({ length: count }, () => values[0]);
}

function readValue(field: CallbackField, text: string, path: string, kind: CallbackKind): unknown {
  try {
    return text === '' ? field.missing() : field.read(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CallbackError(path, error.message, kind);
  }
}
