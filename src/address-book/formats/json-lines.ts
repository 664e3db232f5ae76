import { Problem } from '../../errors/problem.js';
import { isObject } from '../../options/check.js';
import { groupRecord, recordsOf } from './records/contact.js';
import { type Line, type Refuse, readRow, TOO_LONG } from './records/lines.js';
import type { AddressBookRecord } from './records/records.js';

/**
 * One record a line.
 *
 * @param carry - takes the characters of a text away that the encoding does not have: they are escaped
 */
export async function* writeJsonLines(
  records: AsyncIterable<AddressBookRecord>,
  carry: (text: string) => string = (text) => text,
): AsyncGenerator<string> {
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`;
    yield carry(line) === line ? line : [...line].map((sign) => (carry(sign) === sign ? sign : unit(sign))).join('');
  }
}

/** A character as JSON may have it in ASCII. */
function unit(character: string): string {
  return character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Reads one record a line; blank lines are passed over, and so are names that are not known, and what stands in a plan
 * of removal or of corrections beside the records that it keeps.
 *
 * @param group - for numbers that name no group
 * @param isExport - takes numbers as they are, of which an account may have some that are no telephone numbers
 */
export async function* readJsonLines(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  group: string | undefined,
  isExport: boolean = false,
): AsyncGenerator<AddressBookRecord> {
  for await (const line of lines) {
    if (line.isTooLong) refuse(line, TOO_LONG);
    else if (line.text.trim() !== '') {
      yield* readRow(line, refuse, ({ text }) =>
        readLine(text, group, isExport ? undefined : (reason) => refuse(line, reason)),
      );
    }
  }
}

const OF_PLANS: ReadonlySet<string> = new Set(['plan', 'correction', 'end']);

function readLine(
  text: string,
  defaultGroup: string | undefined,
  refuse: ((reason: string) => void) | undefined,
): readonly AddressBookRecord[] {
  const value = parsed(text);
  if (value.kind === 'group') {
    return [groupRecord({ id: idIn(value, 'id'), name: textIn(value, 'name'), info: textIn(value, 'info', '') })];
  }
  if (typeof value.kind === 'string' && OF_PLANS.has(value.kind)) return [];
  if (value.kind !== 'number') throw new Problem("has a kind that is neither 'group' nor 'number'");
  const id = idIn(value, 'groupId');
  const group = textIn(value, 'group', '');
  const groups = id === undefined && group === '' ? [] : [{ id, name: group }];
  const [number, name] = [textIn(value, 'number'), textIn(value, 'name', '')];
  const [own] = groups;
  if (refuse !== undefined || own === undefined) {
    return recordsOf({ groups, numbers: [number], name }, defaultGroup, refuse ?? (() => undefined));
  }
  return [{ kind: 'number', ...(id === undefined ? {} : { groupId: id }), group, number, name }];
}

const LONE_SURROGATE = /\p{Cs}/u;

interface Fields {
  readonly [name: string]: unknown;
}

function parsed(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('is not JSON');
  }
  if (!isObject(value)) throw new Problem('is not an object');
  return value as Fields;
}

function textIn(fields: Fields, name: string, otherwise?: string): string {
  const value = fields[name] ?? otherwise;
  if (typeof value !== 'string') throw new Problem(`has no text as its ${name}`);
  // No other file, and no request, can have it.
  if (LONE_SURROGATE.test(value)) throw new Problem(`has half a character in its ${name}`);
  return value;
}

function idIn(fields: Fields, name: string): number | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  // An id is an int in the interface: also one below 0 may be in a backup.
  if (!Number.isSafeInteger(value)) throw new Problem(`has no whole number as its ${name}`);
  return value as number;
}
