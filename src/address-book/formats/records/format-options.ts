import {
  checkBoolean,
  checkFilled,
  checkFunction,
  checkOneOf,
  invalid,
  isObject,
  oneOf,
} from '../../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOption, withDefault } from '../../../options/table.js';
import { checkEncoding } from './encoding.js';
import { COLUMNS, type Column, type Reject } from './records.js';

export const WRITE_OPTIONS = {
  /** Begins with a byte order mark, which spreadsheets need for UTF-8. Default: false. */
  bom: withDefault(false, checkBoolean),
  /** CSV: the character between cells. Default: `,`. */
  delimiter: withDefault(',', oneOf(',', ';')),
};

/** Options of `writeRecords`. */
export interface WriteRecordsOptions extends OptionsOf<typeof WRITE_OPTIONS> {}

export const READ_OPTIONS = {
  /**
   * CSV: the contents of the columns, by title: `{ Telefon: 'number', Nazwisko: 'name' }`. Values: `group_id`,
   * `group`, `info`, `number` and `name`. Several columns can be numbers, and several are joined to one name.
   * Default: the columns of `writeRecords`, Google Contacts and Outlook, in English and Polish.
   */
  columns: optional(checkColumns),
  /** CSV: the character between cells. Default: the one that splits the first row into the most cells. */
  delimiter: optional(oneOf(',', ';', '\t')),
  /**
   * The encoding of the file, by a label of the Encoding Standard: `'windows-1250'`, `'utf-16le'`, `'iso-8859-2'`.
   * Default: that of the byte order mark, otherwise UTF-8.
   */
  encoding: optional(checkEncoding),
  /** The group of numbers without a group. Default: such rows are rejected. */
  group: optional(checkFilled),
  /** Called for each rejected row. Default: a `ValidationError`. */
  onReject: optional<(reject: Reject) => void>(checkFunction),
};

/** The options of {@link READ_OPTIONS} after their checks. */
export type ReadingOptions = Omit<OptionValues<typeof READ_OPTIONS>, 'onReject'>;

/** Options of `readRecords`. */
export interface ReadRecordsOptions extends OptionsOf<typeof READ_OPTIONS> {}

export const checkFormat: (value: unknown, path: string) => 'jsonl' | 'csv' | 'vcard' = oneOf('jsonl', 'csv', 'vcard');

export const checkWriteFormat: (value: unknown, path: string) => 'jsonl' | 'csv' = oneOf('jsonl', 'csv');

function checkColumns(value: Readonly<Record<string, string>>, path: string): Readonly<Record<string, Column>> {
  if (!isObject(value)) invalid(path, 'must be an object');
  const entries = readOption(path, () => Object.entries(value));
  return Object.fromEntries(
    entries.map(([title, column]) => [title, checkOneOf(column, COLUMNS, `${path}.${title}`)] as const),
  );
}
