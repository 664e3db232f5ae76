import { Problem } from '../../errors/problem.js';
import { parsedObject } from '../../files/json.js';
import { type Line, type Refuse, readRow, TOO_LONG } from './records/lines.js';
import { type AddressBookRecord, groupRecord, numberRecord, recordsOf } from './records/records.js';

const LONE_SURROGATE = /\p{Cs}/u;

export async function* writeJsonLines(records: AsyncIterable<AddressBookRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/**
 * Reads one record per line. Blank lines and unknown fields are ignored.
 *
 * @param group - the group of numbers without a group
 * @param isExport - accepts texts that are not telephone numbers, because an account may contain some
 */
export async function* readJsonLines(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  group: string | undefined,
  isExport: boolean = false,
): AsyncGenerator<AddressBookRecord> {
  for await (const line of lines) {
    if (line.text.trim() === '') continue;
    yield* readRow(line, refuse, () => {
      if (line.isTooLong === true) throw new Problem(TOO_LONG);
      return readLine(line.text, group, isExport, (reason) => refuse(line, reason));
    });
  }
}

function readLine(
  text: string,
  defaultGroup: string | undefined,
  isExport: boolean,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  const fields = parsedObject(text) as Fields;
  if (fields.kind === 'group') {
    return [groupRecord({ id: idIn(fields, 'id'), name: textIn(fields, 'name'), info: textIn(fields, 'info', '') })];
  }
  if (fields.kind !== 'number') throw new Problem("must be a JSON object of the kind 'group' or 'number'");
  const group = { id: idIn(fields, 'groupId'), name: textIn(fields, 'group', '') };
  const [number, name] = [textIn(fields, 'number'), textIn(fields, 'name', '')];
  const hasGroup = group.id !== undefined || group.name !== '';
  if (isExport && hasGroup) return [numberRecord(group, number, name)];
  return recordsOf({ groups: hasGroup ? [group] : [], numbers: [number], name }, defaultGroup, refuse);
}

type Fields = Readonly<Record<string, unknown>>;

function textIn(fields: Fields, name: string, defaultText?: string): string {
  const value = fields[name] ?? defaultText;
  if (typeof value !== 'string') throw new Problem(`${name} must be a text`);
  // Neither another file nor a request can contain it.
  if (LONE_SURROGATE.test(value)) throw new Problem(`${name} contains an incomplete character`);
  return value;
}

function idIn(fields: Fields, name: string): number | undefined {
  const value = fields[name] ?? undefined;
  if (value !== undefined && !Number.isSafeInteger(value)) throw new Problem(`${name} must be a whole number`);
  return value as number | undefined;
}
