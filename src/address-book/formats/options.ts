import {
  checkBoolean,
  checkFilled,
  checkFunction,
  checkOneOf,
  invalid,
  isObject,
  optional,
} from '../../options/check.js';
import { type KnownNames, readOption, readOptions } from '../../options/names.js';
import { COLUMNS, type Column } from './csv-layout.js';
import type { CsvReading } from './csv-read.js';
import type { CsvWriting } from './csv-write.js';
import type { CsvDelimiter, ReadFormat, Reject, WriteFormat } from './records.js';

/** Options of a file that is written. */
export interface WriteOptions {
  /** CSV: whether it begins with a byte order mark. Default: false. */
  readonly bom?: boolean | undefined;
  /** CSV: what stands between cells. Default: `,`. */
  readonly delimiter?: ',' | ';' | undefined;
}

/** Options of a file that is read. */
export interface ReadOptions {
  /**
   * CSV: what is read, by the titles of the columns: `{ Telefon: 'number', Nazwisko: 'name' }`. Several may be numbers,
   * and several make one name. Values: `group_id`, `group`, `info`, `number`, `name`. Default: this library's own
   * columns, and those of Google Contacts and Outlook.
   */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** CSV: what stands between cells. Default: the one that makes the most cells of the first row. */
  readonly delimiter?: CsvDelimiter | undefined;
  /** The group of numbers that name none. Default: none, such rows are rejects. */
  readonly group?: string | undefined;
  /** Takes the rows that are not read. Default: the first of them ends the reading with a `ValidationError`. */
  readonly onReject?: ((reject: Reject) => void) | undefined;
}

const WRITE_OPTIONS: KnownNames<WriteOptions> = { bom: true, delimiter: true };
const READ_OPTIONS: KnownNames<ReadOptions> = { columns: true, delimiter: true, group: true, onReject: true };
const READ_FORMATS: readonly ReadFormat[] = ['jsonl', 'csv', 'vcard'];
const WRITE_FORMATS: readonly WriteFormat[] = ['jsonl', 'csv'];

/** @throws ValidationError with the option's name as its path */
export function checkWriting(format: WriteFormat, options: WriteOptions): CsvWriting {
  checkOneOf(format, WRITE_FORMATS, 'format');
  const { bom, delimiter } = readOptions(options, WRITE_OPTIONS);
  return {
    bom: optional(bom, checkBoolean, 'bom') ?? false,
    delimiter: delimiter === undefined ? ',' : checkOneOf(delimiter, [',', ';'], 'delimiter'),
  };
}

/** @throws ValidationError with the option's name as its path */
export function checkReading(format: ReadFormat, options: ReadOptions): CsvReading & Pick<ReadOptions, 'onReject'> {
  checkOneOf(format, READ_FORMATS, 'format');
  const { columns, delimiter, group, onReject } = readOptions(options, READ_OPTIONS);
  return {
    columns: columns === undefined ? undefined : checkColumns(columns, 'columns'),
    delimiter: optional(delimiter, checkDelimiter, 'delimiter'),
    group: optional(group, checkFilled, 'group'),
    onReject: optional(onReject, checkFunction, 'onReject'),
  };
}

function checkDelimiter(value: CsvDelimiter, path: string): CsvDelimiter {
  return checkOneOf(value, [',', ';', '\t'], path);
}

function checkColumns(value: Readonly<Record<string, string>>, path: string): Readonly<Record<string, Column>> {
  if (!isObject(value)) invalid(path, 'is not an object');
  const entries = readOption(path, () => Object.entries(value));
  return Object.fromEntries(
    entries.map(([title, column]) => [title, checkOneOf(column, COLUMNS, `${path}.${title}`)] as const),
  );
}
