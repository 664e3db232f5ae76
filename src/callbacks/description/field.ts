import { Problem } from '../../errors/problem.js';

type FieldPrivacy = 'number' | 'text';

export interface CallbackField<Value = unknown> {
  readonly name: string;
  /** True if a call with several messages has one value for each, separated by commas. */
  readonly isPerMessage: boolean;
  /** True if the value of a call with one message may contain commas. */
  readonly mayHoldCommas?: boolean | undefined;
  readonly privacy?: FieldPrivacy | undefined;
  readonly isTime?: boolean | undefined;
  /** Returns the value of an absent or empty field. @throws Problem if the field is required */
  missing(): Value;
  read(text: string): Value;
  write(value: Value): string;
}

export type CallbackTable = Readonly<Record<string, CallbackField>>;

type ValueOf<F> = F extends CallbackField<infer Value> ? Value : never;

export type CallbackRecord<T> = { readonly [K in keyof T]: ValueOf<T[K]> };

interface Facts {
  readonly privacy?: FieldPrivacy;
}

type Conversion<Value> = Pick<CallbackField<Value>, 'read' | 'write'>;

function required<Value>(name: string, conversion: Conversion<Value>, facts: Facts = {}): CallbackField<Value> {
  const missing = (): never => {
    throw new Problem('is missing or empty');
  };
  return { ...facts, ...conversion, name, isPerMessage: false, missing };
}

function optional<Value>(name: string, conversion: Conversion<Value>, facts: Facts = {}): CallbackField<Value | null> {
  const { read, write } = conversion;
  const missing = (): null => null;
  const written = (value: Value | null): string => (value === null ? '' : write(value));
  return { ...facts, read, name, isPerMessage: false, missing, write: written };
}

export function each<Value>(field: CallbackField<Value>): CallbackField<Value> {
  return { ...field, isPerMessage: true };
}

export function withCommas<Value>(field: CallbackField<Value>): CallbackField<Value> {
  return { ...field, mayHoldCommas: true };
}

const TEXT: Conversion<string> = { read: (text) => text, write: (text) => text };

export function textField(name: string, facts?: Facts): CallbackField<string | null> {
  return optional(name, TEXT, facts);
}

export function requiredText(name: string, facts?: Facts): CallbackField<string> {
  return required(name, TEXT, facts);
}

export function contentField(name: string): CallbackField<string> {
  return { ...TEXT, name, isPerMessage: false, privacy: 'text', missing: () => '' };
}

function bounded(most: number): Conversion<string> {
  const read = (text: string): string => {
    if (text.length > most) throw new Problem(`has more than ${most} characters`);
    return text;
  };
  return { read, write: (text) => text };
}

const [MAX_ID, MAX_IDX] = [32, 255] as const;

export function idField(name: string): CallbackField<string> {
  return required(name, bounded(MAX_ID));
}

export function optionalId(name: string): CallbackField<string | null> {
  return optional(name, bounded(MAX_ID));
}

export function idxField(): CallbackField<string | null> {
  return optional('idx', bounded(MAX_IDX));
}

function matching<Value>(
  type: string,
  form: RegExp,
  convert: (text: string) => Value,
  write: (value: Value) => string = String,
): Conversion<Value> {
  const read = (text: string): Value => {
    if (!form.test(text)) throw new Problem(`must be ${type}`);
    return convert(text);
  };
  return { read, write };
}

const NUMBER = matching('a number', /^-?\d{1,15}(?:\.\d{1,15})?$/, Number);
const COUNT = matching('a whole number', /^\d{1,15}$/, Number);
// Ten digits are enough until 2286, and fewer than milliseconds have.
const UNIX_TIME = matching(
  'unix seconds',
  /^\d{1,10}$/,
  (text) => (/^0+$/.test(text) ? null : new Date(Number(text) * 1000)),
  (date) => (date === null ? '' : String(Math.floor(date.getTime() / 1000))),
);
const FLAG = matching(
  '0 or 1',
  /^[01]$/,
  (text) => text === '1',
  (flag) => (flag ? '1' : '0'),
);

export function numberField(name: string): CallbackField<number | null> {
  return optional(name, NUMBER);
}

export function countField(name: string): CallbackField<number> {
  return required(name, COUNT);
}

export function timeField(name: string): CallbackField<Date | null> {
  return { ...optional<Date | null>(name, UNIX_TIME), isTime: true };
}

export function flagField(name: string): CallbackField<boolean | null> {
  return optional(name, FLAG);
}

export function nullableText(name: string): CallbackField<string | null> {
  const read = (text: string): string | null => (text === 'null' ? null : text);
  return { name, isPerMessage: false, missing: () => null, read, write: (text) => text ?? 'null' };
}
