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

/** Half a character, which UTF-8 cannot have. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Refuses what is no text, and half a character. */
export function checkText(value: unknown, path: string, operation: string): string {
  const text = checkString(value, path, operation);
  return LONE_SURROGATE.test(text) ? invalid(path, 'has half a character', { operation }) : text;
}

/** The part of a parameter of one field that differs from kind to kind. */
interface Kind<Given, Value> {
  readonly type: string;
  readonly check: (value: Given, path: string, operation: string) => Value;
  /** Returns `undefined` for a value that is not sent. */
  readonly write: (value: Value) => string | undefined;
  readonly read: (text: string) => Value | undefined;
}

function parameter<Given, Value, V extends InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
  { type, check, write, read }: Kind<Given, Value>,
): Parameter<Given, Value, V> {
  return {
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
  };
}

const asItIs = (text: string): string => text;

/** A text. */
export function text<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<string, string, V> {
  return parameter(name, facts, { type: 'text', check: checkText, write: asItIs, read: asItIs });
}

/** A text that may have typed tokens; it is rendered before it is checked, because its tokens depend on the variant. */
export function messageText<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<string | MessageText, string, V> {
  return parameter<string | MessageText, string, V>(name, facts, {
    type: 'text',
    check: checkText,
    write: asItIs,
    read: asItIs,
  });
}

/** One of some words. */
function word<const W extends string, const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  words: readonly W[],
  facts: ParameterFacts<V>,
): Parameter<W, W, V> {
  return parameter(name, facts, {
    type: words.map((one) => `\`${one}\``).join(', '),
    check: (value, path, operation) => checkOneOf(value, words, path, operation),
    write: asItIs,
    read: (given) => words.find((known) => known === given),
  });
}

/** One of some words, as a rule says and not the type: others are read and written, too. */
export function openWord<const W extends string, const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  words: readonly W[],
  facts: ParameterFacts<V>,
): Parameter<W, string, V> {
  return parameter(name, facts, {
    type: words.map((one) => `\`${one}\``).join(', '),
    check: checkText,
    write: asItIs,
    read: asItIs,
  });
}

function isSet(given: string): boolean {
  return !/^(?:0|false|)$/i.test(given.trim());
}

export function flag<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<boolean, boolean, V> {
  return parameter(name, facts, {
    type: 'flag: `1`',
    check: checkBoolean,
    write: (value) => (value ? '1' : undefined),
    read: isSet,
  });
}

/** True or false, sent as `1` or `0`. */
export function bit<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<boolean, boolean, V> {
  return parameter(name, facts, {
    type: '`0` or `1`',
    check: checkBoolean,
    write: (value) => (value ? '1' : '0'),
    read: isSet,
  });
}

const WHOLE = /^\s*[+-]?\d{1,15}\s*$/;

/** A whole number that is not negative. */
export function whole<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<number, number, V> {
  return parameter(name, facts, {
    type: 'whole number',
    check: (value, path, operation) =>
      Number.isSafeInteger(value) && value >= 0
        ? value
        : invalid(path, 'is not a whole number of 0 or more', { operation }),
    write: String,
    read: (given) => (WHOLE.test(given) ? Number(given) : undefined),
  });
}

const DECIMAL = /^\s*[+-]?\d{1,15}(?:\.\d{0,15})?\s*$/;

/** An amount of points, which is not negative. */
export function amount<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<number, number, V> {
  return parameter(name, facts, {
    type: 'number',
    check: (value, path, operation) =>
      Number.isFinite(value) && value >= 0 && value < 1e15
        ? value
        : invalid(path, 'is not a number of 0 or more', { operation }),
    // With at most four digits behind the point it has no exponent.
    write: (value) => String(Number(value.toFixed(4))),
    read: (given) => (DECIMAL.test(given) ? Number(given) : undefined),
  });
}

/** The last moment that a `Date` has, in seconds. */
const MAX_SECONDS = 8_640_000_000_000;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function readMoment(given: string): Date | undefined {
  const trimmed = given.trim();
  const isSeconds = /^\d{1,13}$/.test(trimmed);
  if (!isSeconds && !ISO.test(trimmed)) return undefined;
  const date = new Date(isSeconds ? Number(trimmed) * 1000 : trimmed);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A moment, sent as whole seconds since 1970; ISO 8601 is read, too. */
export function moment<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<Date, Date, V> {
  return parameter(name, facts, {
    type: 'unix seconds or ISO 8601',
    check: (value, path, operation) => {
      const seconds = value instanceof Date ? Math.floor(value.getTime() / 1000) : Number.NaN;
      // A copy: the caller's own may be another moment when the request is repeated.
      if (seconds >= 0 && seconds <= MAX_SECONDS) return new Date(seconds * 1000);
      return invalid(path, seconds < 0 ? 'is before 1970' : 'is not a valid Date', { operation, gatewayCode: 54 });
    },
    write: (value) => String(Math.floor(value.getTime() / 1000)),
    read: readMoment,
  });
}

/** Several texts in one field, joined by a separator. A single text needs no list. */
export function texts<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  separator: string,
  facts: ParameterFacts<V>,
): Parameter<string | readonly string[], readonly string[], V> {
  const checkOne = (value: unknown, path: string, operation: string): string => {
    const one = checkText(value, path, operation);
    if (one.trim() === '') invalid(path, 'is empty', { operation });
    return one.includes(separator)
      ? invalid(path, `has a "${separator}": several stand in a list`, { operation })
      : one;
  };
  return parameter(name, facts, {
    type: `texts, separated by \`${separator}\``,
    check: (value, path, operation) => {
      if (typeof value === 'string') return [checkOne(value, path, operation)];
      const all = checkList(value, path, operation);
      if (all.length === 0) invalid(path, 'is empty', { operation });
      return Array.from(all, (one, index) => checkOne(one, `${path}[${index}]`, operation));
    },
    write: (value) => value.join(separator),
    read: (given) => given.split(separator),
  });
}

/** Telephone numbers as people write them, separated by commas: invisible characters are removed. */
export function numbers<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<string | readonly string[], readonly string[], V> {
  const kind = texts(name, ',', facts);
  const clean = <T>(one: T): T => (typeof one === 'string' ? (withoutInvisible(one) as T) : one);
  return {
    ...kind,
    check: (value, path, operation) =>
      kind.check(Array.isArray(value) ? Array.from(value, clean<string>) : clean(value), path, operation),
  };
}

const PARAM_NAMES = Array.from({ length: MAX_PARAMS }, (_, index) => `param${index + 1}`);

/** The most values of one recipient that are looked at, so that the rule about them can count. */
const MAX_ROW = 100;

/** A row of values for each recipient, sent column by column: `param1`, `param2` …, the values separated by `|`. */
export function rows<const V extends InterfaceVariant = InterfaceVariant>(
  facts: ParameterFacts<V>,
): Parameter<readonly (readonly string[])[], readonly (readonly string[])[], V> {
  const checkCell = (value: unknown, path: string, operation: string): string => {
    const cell = checkText(value, path, operation);
    return cell.includes('|') ? invalid(path, 'has a "|", which separates the recipients', { operation }) : cell;
  };
  const checkRow = (value: unknown, path: string, operation: string): readonly string[] => {
    const row = checkList(value as readonly unknown[], path, operation);
    if (row.length > MAX_ROW) invalid(path, `has more than ${MAX_ROW} values`, { operation });
    return Array.from(row, (cell, index) => checkCell(cell, `${path}[${index}]`, operation));
  };
  return {
    ...facts,
    names: PARAM_NAMES,
    type: 'texts, one for each recipient, separated by `|`',
    check: (value, path, operation) =>
      Array.from(checkList(value, path, operation), (row, index) => checkRow(row, `${path}[${index}]`, operation)),
    write: (value) => columns(value),
    read: (fields) => readRows(fields),
  };
}

function columns(all: readonly (readonly string[])[]): readonly Field[] {
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, column): Field => {
    const name = `param${column + 1}`;
    return [name, all.map((row) => row[column] ?? '').join('|')];
  });
}

function readRows(fields: Fields): readonly (readonly string[])[] | undefined {
  const given = PARAM_NAMES.map((name) => fields.get(name)?.split('|'));
  const width = given.reduce((last, column, index) => (column === undefined ? last : index + 1), 0);
  if (width === 0) return undefined;
  const height = given.reduce((most, column) => Math.max(most, column?.length ?? 0), 0);
  return Array.from({ length: height }, (_, row) => given.slice(0, width).map((column) => column?.[row] ?? ''));
}

/** A list of one element with a `type`: `fallback[0][type]=vms`. */
export function listOfType<const W extends string, const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  words: readonly W[],
  facts: ParameterFacts<V>,
): Parameter<W, W, V> {
  return word(`${name}[0][type]`, words, facts);
}

/** A file: the address that the gateway gets it from, or one that is uploaded. */
export type FileGiven = string | FileToUpload;

/** A file to upload: its path, its bytes, or a function that opens it each time the request is sent. */
export type FileToUpload =
  | { readonly path: string }
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly stream: () => AsyncIterable<Uint8Array>; readonly name: string };

/** A file, as a link or a multipart upload. */
export function file<const V extends InterfaceVariant = InterfaceVariant>(
  name: string,
  facts: ParameterFacts<V>,
): Parameter<FileGiven, FileGiven, V> {
  return {
    ...facts,
    names: [name],
    type: 'address, or a file that is uploaded as multipart',
    check: checkFile,
    // An uploaded file is a separate part.
    write: (value) => (typeof value === 'string' ? [[name, value]] : []),
    read: (fields) => fields.get(name),
  };
}

/** Checks a file, and copies what it is: it is read when the request is sent, and again when that is repeated. */
function checkFile(value: FileGiven, path: string, operation: string): FileGiven {
  if (typeof value === 'string') return checkUrl(checkText(value, path, operation), path);
  if (!isObject(value)) return invalid(path, 'is neither an address nor a file', { operation });
  const nameOf = (given: string): string => checkText(checkFilled(given, `${path}.name`), `${path}.name`, operation);
  if ('path' in value) {
    const { path: place } = checkNames(value, { path: true }, path, operation);
    return { path: checkText(checkFilled(place, `${path}.path`), `${path}.path`, operation) };
  }
  if ('bytes' in value) {
    const { bytes, name } = checkNames(value, { bytes: true, name: true }, path, operation);
    if (!(bytes instanceof Uint8Array)) invalid(`${path}.bytes`, 'are no bytes', { operation });
    return { bytes, name: nameOf(name) };
  }
  if ('stream' in value) {
    const { stream, name } = checkNames(value, { stream: true, name: true }, path, operation);
    return { stream: checkFunction(stream, `${path}.stream`), name: nameOf(name) };
  }
  return invalid(path, 'has neither path, bytes nor stream', { operation });
}
