import { withoutInvisible } from '../../../domain/phone-number.js';
import { MAX_PARAMS } from '../../../domain/sending/limits.js';
import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import type { MessageText } from '../../../domain/sending/message-text.js';
import {
  checkBoolean,
  checkFilled,
  checkFunction,
  checkList,
  checkOneOf,
  checkString,
  checkUrl,
  invalid,
  isObject,
} from '../../../options/check.js';
import { checkNames } from '../../../options/table.js';
import type { Field, Fields, Parameter, ParameterFacts } from './endpoint.js';

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Refuses a value that is not a string, or contains a lone surrogate, which UTF-8 cannot represent. */
export function checkText(value: unknown, path: string, operation: string): string {
  const text = checkString(value, path, operation);
  return LONE_SURROGATE.test(text) ? invalid(path, 'contains a lone surrogate', { operation }) : text;
}

type ParameterKind<Given, Value = Given> = <const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
) => Parameter<Given, Value, V>;

interface Conversion<Given, Value> {
  readonly type: string;
  readonly check: (value: Given, path: string, operation: string) => Value;
  /** Returns `undefined` for a value that is not sent. */
  readonly write: (value: Value) => string | undefined;
  readonly read: (text: string) => Value | undefined;
}

function kind<Given, Value>({ type, check, write, read }: Conversion<Given, Value>): ParameterKind<Given, Value> {
  return (name, facts) => ({
    ...facts,
    names: [name],
    type,
    check,
    write: (value) => {
      const text = write(value);
      return text === undefined ? [] : [[name, text]];
    },
    read: (fields) => {
      const text = fields.get(name);
      return text === undefined ? undefined : read(text);
    },
  });
}

const unchanged = (text: string): string => text;

const TEXT: Conversion<unknown, string> = { type: 'text', check: checkText, write: unchanged, read: unchanged };

export const text: ParameterKind<string> = kind(TEXT);

/** A text that may contain tokens. They are rendered before the check, because they depend on the variant. */
export const messageText: ParameterKind<string | MessageText, string> = kind(TEXT);

const listed = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

/** One of some words. A rule checks it, so that other words can be sent if the rule is off. */
export function openWord<const W extends string, const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  words: readonly W[],
  facts: ParameterFacts<V>,
): Parameter<W, string, V> {
  return kind<W, string>({ ...TEXT, type: listed(words) })(name, facts);
}

function isSet(text: string): boolean {
  return !/^(?:0|false|)$/i.test(text.trim());
}

export const flag: ParameterKind<boolean> = kind({
  type: 'flag: `1`',
  check: checkBoolean,
  write: (value) => (value ? '1' : undefined),
  read: isSet,
});

export const bit: ParameterKind<boolean> = kind({
  type: '`0` or `1`',
  check: checkBoolean,
  write: (value) => (value ? '1' : '0'),
  read: isSet,
});

const WHOLE = /^\s*[+-]?\d{1,15}\s*$/;

export const wholeNumber: ParameterKind<number> = kind({
  type: 'whole number',
  check: (value, path, operation) =>
    Number.isSafeInteger(value) && value >= 0
      ? value
      : invalid(path, 'must be a whole number of 0 or more', { operation }),
  write: String,
  read: (input) => (WHOLE.test(input) ? Number(input) : undefined),
});

const DECIMAL = /^\s*[+-]?\d{1,15}(?:\.\d{0,15})?\s*$/;

export const amount: ParameterKind<number> = kind({
  type: 'number',
  check: (value, path, operation) =>
    Number.isFinite(value) && value >= 0 && value < 1e15
      ? value
      : invalid(path, 'must be a number of 0 or more', { operation }),
  // With at most four decimal places it has no exponent.
  write: (value) => String(Number(value.toFixed(4))),
  read: (received) => (DECIMAL.test(received) ? Number(received) : undefined),
});

const MAX_SECONDS = 8_640_000_000_000;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function readMoment(value: string): Date | undefined {
  const trimmed = value.trim();
  const isSeconds = /^\d{1,13}$/.test(trimmed);
  if (!isSeconds && !ISO.test(trimmed)) return undefined;
  const date = new Date(isSeconds ? Number(trimmed) * 1000 : trimmed);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export const moment: ParameterKind<Date> = kind({
  type: 'unix seconds or ISO 8601',
  check: (value, path, operation) => {
    const seconds = value instanceof Date ? Math.floor(value.getTime() / 1000) : Number.NaN;
    // A copy, because the caller may change the date before a retry.
    if (seconds >= 0 && seconds <= MAX_SECONDS) return new Date(seconds * 1000);
    return invalid(path, seconds < 0 ? 'is before 1970' : 'must be a valid Date', { operation, gatewayCode: 54 });
  },
  write: (value) => String(Math.floor(value.getTime() / 1000)),
  read: readMoment,
});

type Texts = string | readonly string[];

function separatedTexts(separator: string, clean: (text: unknown) => unknown): ParameterKind<Texts, readonly string[]> {
  const checkOne = (value: unknown, path: string, operation: string): string => {
    const one = checkText(clean(value), path, operation);
    if (one.trim() === '') invalid(path, 'is empty', { operation });
    return one.includes(separator)
      ? invalid(path, `contains "${separator}". Pass several values as an array`, { operation })
      : one;
  };
  return kind({
    type: `texts, separated by \`${separator}\``,
    check: (value, path, operation) => {
      if (typeof value === 'string') return [checkOne(value, path, operation)];
      const all = checkList(value, path, operation);
      if (all.length === 0) invalid(path, 'is empty', { operation });
      return Array.from(all, (one, index) => checkOne(one, `${path}[${index}]`, operation));
    },
    write: (value) => value.join(separator),
    read: (input) => input.split(separator),
  });
}

export function texts<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  separator: string,
  facts: ParameterFacts<V>,
): Parameter<Texts, readonly string[], V> {
  return separatedTexts(separator, (text) => text)(name, facts);
}

export const numbers: ParameterKind<Texts, readonly string[]> = separatedTexts(',', (number) =>
  typeof number === 'string' ? withoutInvisible(number) : number,
);

const PARAM_NAMES = Array.from({ length: MAX_PARAMS }, (_, index) => `param${index + 1}`);

const MAX_ROW = 100;

function checkCell(value: unknown, path: string, operation: string): string {
  const cell = checkText(value, path, operation);
  return cell.includes('|') ? invalid(path, 'contains "|", which separates the recipients', { operation }) : cell;
}

function checkRow(value: unknown, path: string, operation: string): readonly string[] {
  const row = checkList(value as readonly unknown[], path, operation);
  if (row.length > MAX_ROW) invalid(path, `has more than ${MAX_ROW} values`, { operation });
  return Array.from(row, (cell, index) => checkCell(cell, `${path}[${index}]`, operation));
}

type Rows = readonly (readonly string[])[];

export function rows<const V extends InterfaceVariant = InterfaceVariant>(
  facts: ParameterFacts<V>,
): Parameter<Rows, Rows, V> {
  return {
    ...facts,
    names: PARAM_NAMES,
    type: 'texts, one for each recipient, separated by `|`',
    check: (value, path, operation) =>
      Array.from(checkList(value, path, operation), (row, index) => checkRow(row, `${path}[${index}]`, operation)),
    write: writeRows,
    read: readRows,
  };
}

function writeRows(all: Rows): readonly Field[] {
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, column): Field => {
    const name = `param${column + 1}`;
    return [name, all.map((row) => row[column] ?? '').join('|')];
  });
}

function readRows(fields: Fields): Rows | undefined {
  const callback = PARAM_NAMES.map((name) => fields.get(name)?.split('|'));
  const width = callback.reduce((last, column, index) => (column === undefined ? last : index + 1), 0);
  if (width === 0) return undefined;
  const height = callback.reduce((most, column) => Math.max(most, column?.length ?? 0), 0);
  return Array.from({ length: height }, (_, row) => callback.slice(0, width).map((column) => column?.[row] ?? ''));
}

export function listOfType<const W extends string, const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  words: readonly W[],
  facts: ParameterFacts<V>,
): Parameter<W, W, V> {
  const typeOf = kind<W, W>({
    type: listed(words),
    check: (value, path, operation) => checkOneOf(value, words, path, operation),
    write: (word) => word,
    read: (input) => words.find((known) => known === input),
  });
  return typeOf(`${name}[0][type]`, facts);
}

/** A file: the address that the gateway gets it from, or one that is uploaded. */
export type FileGiven = string | FileToUpload;

/** A file to upload: its path, its bytes, or a function that opens it each time the request is sent. */
export type FileToUpload =
  | { readonly path: string }
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly stream: () => AsyncIterable<Uint8Array>; readonly name: string };

export const file: ParameterKind<FileGiven> = kind<FileGiven, FileGiven>({
  type: 'address, or a file that is uploaded as multipart',
  check: checkFile,
  // An uploaded file is a separate part.
  write: (value) => (typeof value === 'string' ? value : undefined),
  read: unchanged,
});

function checkFile(value: FileGiven, path: string, operation: string): FileGiven {
  if (typeof value === 'string') return checkUrl(checkText(value, path, operation), path);
  if (!isObject(value)) return invalid(path, 'must be a URL or a file', { operation });
  const nameOf = (input: string): string => checkText(checkFilled(input, `${path}.name`), `${path}.name`, operation);
  if ('path' in value) {
    const { path: place } = checkNames(value, { path: true }, path, operation);
    return { path: checkText(checkFilled(place, `${path}.path`), `${path}.path`, operation) };
  }
  if ('bytes' in value) {
    const { bytes, name } = checkNames(value, { bytes: true, name: true }, path, operation);
    if (!(bytes instanceof Uint8Array)) invalid(`${path}.bytes`, 'must be bytes', { operation });
    return { bytes, name: nameOf(name) };
  }
  if ('stream' in value) {
    const { stream, name } = checkNames(value, { stream: true, name: true }, path, operation);
    return { stream: checkFunction(stream, `${path}.stream`), name: nameOf(name) };
  }
  return invalid(path, 'must have path, bytes or stream', { operation });
}
