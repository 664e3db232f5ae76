/** A field of an answer: how its value is read from JSON and written to it. */
export interface AnswerField<Value = unknown> {
  /** Its names in JSON; the first one is written. */
  readonly names: readonly string[];
  readonly type: string;
  /** The section of the specification. */
  readonly section: string;
  /** True if some records do not have it. */
  readonly isOptional: boolean;
  readonly isNumber?: boolean;
  /** Reads a value that is there; `null` for one that is not of the type. */
  read(json: unknown): Value | null;
  write(value: Value): unknown;
}

export interface OptionalField<Value> extends AnswerField<Value> {
  readonly isOptional: true;
}

export type AnswerTable = Readonly<Record<string, AnswerField>>;

type ValueOf<F> = F extends AnswerField<infer Value> ? Value : never;
type OptionalNames<T> = { [K in keyof T]: T[K] extends { readonly isOptional: true } ? K : never }[keyof T];

/** A record of a response: `null` for missing values. */
export type AnswerRecord<T> = {
  readonly [K in keyof T as K extends OptionalNames<T> ? never : K]: ValueOf<T[K]> | null;
} & {
  readonly [K in keyof T as K extends OptionalNames<T> ? K : never]?: ValueOf<T[K]>;
};

export function isJsonObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Makes what reads the fields of a table; those that no table knows are passed over (section 9). */
export function recordReader<T extends AnswerTable>(
  table: T,
): (json: Readonly<Record<string, unknown>>) => AnswerRecord<T> {
  const fields = Object.entries(table).map(([name, { names, isOptional, read }]) => ({
    name,
    names,
    isOptional,
    read,
  }));
  const empty = Object.fromEntries(fields.filter(({ isOptional }) => !isOptional).map(({ name }) => [name, null]));
  return (json) => {
    // A copy is faster than an object to which each property is added.
    const record: Record<string, unknown> = { ...empty };
    for (let index = 0; index < fields.length; index++) {
      const { name, names, isOptional, read } = fields[index] as (typeof fields)[number];
      const input = valueIn(json, names);
      if (input === undefined || input === null) continue;
      const value = read(input);
      if (value !== null || !isOptional) record[name] = value;
    }
    return record as AnswerRecord<T>;
  };
}

export function writeRecord<T extends AnswerTable>(table: T, record: AnswerRecord<T>): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const name of Object.keys(table)) {
    const field = table[name] as AnswerField;
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    json[field.names[0] ?? name] = value === null ? null : field.write(value);
  }
  return json;
}

function valueIn(json: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  for (let index = 0; index < names.length; index++) {
    const value = json[names[index] as string];
    if (value !== undefined) return value;
  }
  return undefined;
}

interface FieldFacts {
  /** The section of the specification. */
  readonly section: string;
  readonly aliases?: readonly string[];
  readonly isNumber?: boolean;
}

type Conversion<Value> = Pick<AnswerField<Value>, 'type' | 'read' | 'write'>;

function field<Value>(
  name: string,
  { aliases = [], ...facts }: FieldFacts,
  conversion: Conversion<Value>,
): AnswerField<Value> {
  return { ...facts, ...conversion, names: [name, ...aliases], isOptional: false };
}

export function sometimes<Value>(one: AnswerField<Value>): OptionalField<Value> {
  return { ...one, isOptional: true };
}

export function textField(name: string, facts: FieldFacts): AnswerField<string> {
  return field(name, facts, {
    type: 'text',
    read: (json) => (typeof json === 'string' ? json : Number.isSafeInteger(json) ? String(json) : null),
    write: (value) => value,
  });
}

const NUMERIC = /^\s*[+-]?\d{1,15}(?:[.,]\d{0,15})?\s*$/;

export function readNumber(json: unknown): number | null {
  if (typeof json === 'number') return Number.isFinite(json) ? json : null;
  return typeof json === 'string' && NUMERIC.test(json) ? Number(json.replace(',', '.')) : null;
}

export function numberField(name: string, facts: FieldFacts): AnswerField<number> {
  return field(name, facts, { type: 'number or numeric text', read: readNumber, write: (value) => value });
}

export function momentField(name: string, facts: FieldFacts): AnswerField<Date> {
  return field(name, facts, {
    type: 'unix seconds',
    read: (json) => {
      const seconds = readNumber(json);
      // 0 means that there is none.
      const date = new Date(seconds === null || seconds === 0 ? Number.NaN : seconds * 1000);
      return Number.isNaN(date.getTime()) ? null : date;
    },
    write: (value) => Math.floor(value.getTime() / 1000),
  });
}

export function readBoolean(json: unknown): boolean | null {
  if (typeof json === 'boolean') return json;
  const word = String(json).trim().toLowerCase();
  if (word === '1' || word === 'true') return true;
  return word === '0' || word === 'false' || word === '' ? false : null;
}

export function booleanField(
  name: string,
  facts: FieldFacts,
  form: 'boolean' | 'bit' = 'boolean',
): AnswerField<boolean> {
  return field(name, facts, {
    type: form === 'bit' ? '0 or 1' : 'true or false',
    read: readBoolean,
    write: (value) => (form === 'bit' ? Number(value) : value),
  });
}
