import { createHash, timingSafeEqual } from 'node:crypto';
import type { FormFields } from '../../../http-message/form.js';
import { checkFilled, entriesOf, invalid, isObject } from '../../../options/check.js';
import { type OptionsOf, readOptions, required } from '../../../options/table.js';
import { FIELD_NAMES } from '../../description/kinds.js';

const VALUE = required<string | readonly string[], readonly Buffer[]>(checkValues);

const IN_QUERY = {
  /** The name of the parameter. It must not be a field of the gateway. */
  query: required(checkParameterName),
  /** The secret, or a list of accepted secrets while one is replaced. */
  value: VALUE,
};

const IN_PATH = {
  /** The secret is the last segment of the path. */
  path: required<true>((input: unknown, path) => (input === true ? input : invalid(path, 'must be true'))),
  /** The secret, or a list of accepted secrets while one is replaced. */
  value: VALUE,
};

/** A secret in the query of the address: `https://shop.example/sms?key=…`. */
export interface QuerySecret extends OptionsOf<typeof IN_QUERY> {}

/** A secret at the end of the path of the address: `https://shop.example/sms/…`. */
export interface PathSecret extends OptionsOf<typeof IN_PATH> {}

export interface SecretCheck {
  /** The name of the parameter; `undefined` if the secret is in the path. */
  readonly parameter: string | undefined;
  /** Returns true if a request contains the secret. @param path - without a signature */
  isIn(path: string, parameters: FormFields): boolean;
}

export function checkParameterName(name: string, path: string): string {
  return FIELD_NAMES.has(checkFilled(name, path)) ? invalid(path, 'is a field of the gateway (section 6)') : name;
}

export function checkSecret(input: QuerySecret | PathSecret, path: string): SecretCheck {
  if (!isObject(input)) invalid(path, 'must be { query, value } or { path: true, value }');
  if (!('path' in input)) {
    const { query, value } = readOptions(input, IN_QUERY, { path });
    return { parameter: query, isIn: (_path, parameters) => isOneOf(onlyValue(parameters, query), value) };
  }
  const { value } = readOptions(input, IN_PATH, { path });
  return { parameter: undefined, isIn: (target) => isOneOf(lastSegment(target), value) };
}

function checkValues(input: string | readonly string[], path: string): readonly Buffer[] {
  const entries = typeof input === 'string' ? [[path, input] as const] : entriesOf(input, path);
  if (entries.length === 0) invalid(path, 'is an empty list');
  return entries.map(([each, value]) =>
    checkFilled(value, each).includes('/') ? invalid(each, 'must not contain a slash') : digest(value),
  );
}

function onlyValue(parameters: FormFields, wanted: string): string | undefined {
  const values = parameters.filter(([name]) => name === wanted);
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function lastSegment(path: string): string | undefined {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  try {
    return decodeURIComponent(path.slice(path.lastIndexOf('/', end - 1) + 1, end));
  } catch {
    return undefined;
  }
}

function isOneOf(input: string | undefined, wanted: readonly Buffer[]): boolean {
  if (input === undefined) return false;
  const hash = digest(input);
  return wanted.map((each) => timingSafeEqual(hash, each)).includes(true);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
