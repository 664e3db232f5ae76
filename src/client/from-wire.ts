import type * as wire from '../../generated/types.js';
import { statusName } from '../domain/statuses.js';
import { at, Problem } from '../errors/problem.js';
import type { Contact, Group, SmsRecord } from './types.js';

/**
 * For every field of a wire type, the idiomatic field it becomes and how. A field that the WSDL gains or loses breaks
 * the compile here.
 */
type Reading<W, T> = {
  readonly [K in keyof Required<W>]: {
    readonly [N in keyof T]-?: readonly [N, (value: W[K]) => T[N]];
  }[keyof T];
};

type Absent = null | undefined;

const text = (value: string | Absent): string => value ?? '';
const flag = (value: number | Absent): boolean => value !== 0 && value !== null && value !== undefined;
const optional = (value: number | Absent): number | null => value ?? null;
/** 0 means "not yet" in every date of the wire. */
const date = (value: number | Absent): Date | null => (value ? new Date(value * 1000) : null);

/** A value without which the record is of no use. */
function required<T>(value: T | Absent): T {
  if (value === undefined || value === null) throw new Problem('is missing');
  return value;
}

const WHOLE = /^[+-]?\d{1,15}$/;

function identifier(value: string | Absent): number {
  const digits = required(value).trim();
  if (!WHOLE.test(digits)) throw new Problem('must be a whole number', { xsdType: 'xsd:string' });
  // `+ 0` makes -0 a plain zero.
  return Number(digits) + 0;
}

const SMS = {
  id: ['id', required<string>],
  to: ['to', text],
  from: ['from', text],
  message: ['message', text],
  flash: ['flash', flag],
  eco: ['eco', flag],
  date: ['date', date],
  status: ['status', optional],
  submitdate: ['submittedAt', date],
  donedate: ['doneAt', date],
} as const satisfies Reading<wire.Sms, SmsRecord>;

const GROUP = {
  id: ['id', identifier],
  name: ['name', text],
  info: ['info', text],
  num_count: ['numberCount', optional],
} as const satisfies Reading<wire.Group, Group>;

const NUMBER = {
  number: ['number', required<string>],
  name: ['name', text],
  id_group: ['groupId', required<number>],
} as const satisfies Reading<wire.Number, Contact>;

export function smsFromWire(sms: wire.Sms): SmsRecord {
  const record = read<wire.Sms, SmsRecord>(SMS, sms);
  const name = record.status === null ? undefined : statusName(record.status);
  // The record is ours still. A copy by spreading with one field more would cost more than decoding it did.
  return name === undefined ? record : Object.assign(record, { statusName: name });
}

export function groupFromWire(group: wire.Group): Group {
  return read<wire.Group, Group>(GROUP, group);
}

/**
 * Converts a number of a group.
 *
 * @param groupId - the requested group, used if the record does not contain it
 */
export function numberFromWire(number: wire.Number, groupId: number): Contact {
  const record = typeof number.id_group === 'number' ? number : { ...number, id_group: groupId };
  return read<wire.Number, Contact>(NUMBER, record);
}

/**
 * Converts a list; nil items hold nothing and are left out.
 *
 * @throws Problem with the path of the record that cannot be used
 */
export function eachFromWire<W, T>(part: string, records: readonly (W | null)[], convert: (record: W) => T): T[] {
  const converted: T[] = [];
  records.forEach((record, index) => {
    if (record === null) return;
    try {
      converted.push(convert(record));
    } catch (error) {
      throw at(part, at(index, error));
    }
  });
  return converted;
}

function read<W extends object, T>(table: Reading<W, T>, record: W): T {
  const made: Partial<T> = {};
  for (const key in table) {
    const [name, convert] = table[key];
    try {
      made[name] = convert(record[key]);
    } catch (error) {
      throw at(key, error);
    }
  }
  // The table contains every required field of T.
  return made as T;
}
