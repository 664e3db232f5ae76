import { checkBoolean, checkFilled, checkFunction, checkOneOf, invalid, isObject, oneOf } from '../../options/check.js';
import { readOption } from '../../options/names.js';
import { type OptionsOf, optional, withDefault } from '../../options/table.js';
import { COLUMNS, type Column } from './csv/csv-layout.js';
import { checkWriteEncoding } from './encoding/encoder.js';
import { checkEncoding } from './encoding/encodings.js';
import type { NotWritten, Reject } from './records/records.js';

export const WRITE_OPTIONS = {
  /** CSV: whether it begins with a byte order mark, for spreadsheets. Default: false, and true for UTF-16. */
  bom: optional(checkBoolean),
  /** CSV: what stands between cells. Default: `,`. */
  delimiter: withDefault(',', oneOf(',', ';')),
  /**
   * The encoding of the file, by a label of the Encoding Standard: `'windows-1250'`, for Outlook, `'utf-16le'`. The
   * pieces are bytes then. Default: none, the pieces are texts, for UTF-8.
   */
  encoding: optional(checkWriteEncoding),
  /**
   * Takes what the format or the encoding cannot carry: in vCard infos and empty groups, and characters that the
   * encoding does not have. Default: the first of it ends the writing with a `ValidationError`.
   */
  onNotWritten: optional<(what: NotWritten) => void>(checkFunction),
};

/** Options of a file that is written. */
export interface WriteRecordsOptions extends OptionsOf<typeof WRITE_OPTIONS> {}

export const READ_OPTIONS = {
  /**
   * CSV: what is read, by the titles of the columns: `{ Telefon: 'number', Nazwisko: 'name' }`. Several may be numbers,
   * and several make one name. Values: `group_id`, `group`, `info`, `number`, `name`. Default: this library's own
   * columns, and those of Google Contacts and Outlook, in English and Polish.
   */
  columns: optional(checkColumns),
  /** CSV: what stands between cells. Default: the one that makes the most cells of the first row. */
  delimiter: optional(oneOf(',', ';', '\t')),
  /**
   * The encoding of the file, by a label of the Encoding Standard: `'windows-1250'`, `'utf-16le'`, `'iso-8859-2'`.
   * Default: UTF-8, or the UTF-16 that a byte order mark tells.
   */
  encoding: optional(checkEncoding),
  /** The group of numbers that name none. Default: none, such rows are rejects. */
  group: optional(checkFilled),
  /** Takes the rows that are not read. Default: the first of them ends the reading with a `ValidationError`. */
  onReject: optional<(reject: Reject) => void>(checkFunction),
};

/** Options of a file that is read. */
export interface ReadRecordsOptions extends OptionsOf<typeof READ_OPTIONS> {}

export const checkFormat: (value: unknown, path: string) => 'jsonl' | 'csv' | 'vcard' = oneOf('jsonl', 'csv', 'vcard');

function checkColumns(value: Readonly<Record<string, string>>, path: string): Readonly<Record<string, Column>> {
  if (!isObject(value)) invalid(path, 'is not an object');
  const entries = readOption(path, () => Object.entries(value));
  return Object.fromEntries(
    entries.map(([title, column]) => [title, checkOneOf(column, COLUMNS, `${path}.${title}`)] as const),
  );
}
