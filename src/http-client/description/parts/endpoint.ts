import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import type { AnswerTable } from './answer-field.js';

/** The fields of a request by their wire names; of a name that stood there twice the last value. */
export type Fields = ReadonlyMap<string, string>;

export type Field = readonly [name: string, value: string];

export interface ParameterFacts<V extends InterfaceVariant = InterfaceVariant> {
  /** The section of the specification: `4.1`. */
  readonly section: string;
  /** The variants of the interface that have it. Default: both. */
  readonly variants?: readonly V[];
  /** The other parameters that it cannot be given together with, by the names that callers use. */
  readonly excludes?: readonly string[];
  readonly limits?: readonly string[];
  readonly isSecret?: boolean;
  readonly isText?: boolean;
}

/**
 * A parameter of an endpoint: how a value is written and read back. The table of an endpoint has one row for each,
 * under the name that callers use.
 */
export interface Parameter<Given = unknown, Value = unknown, V extends InterfaceVariant = InterfaceVariant>
  extends ParameterFacts<V> {
  readonly names: readonly string[];
  readonly type: string;
  /** Checks what a caller has given. @throws ValidationError */
  check(value: Given, path: string, operation: string): Value;
  write(value: Value): readonly Field[];
  /** Reads it from the fields of a request; `undefined` if they do not contain it, or with another type. */
  read(fields: Fields): Value | undefined;
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

type VariantsOf<P> = P extends Parameter<infer _Given, infer _Value, infer V> ? V : never;
type GivenOf<P> = P extends Parameter<infer Given, infer _Value, infer _V> ? Given : never;

export type GivenParameters<T, V extends InterfaceVariant> = {
  readonly [K in keyof T as V extends VariantsOf<T[K]> ? K : never]?: GivenOf<T[K]> | undefined;
};

export type ParameterValues<T> = {
  readonly [K in keyof T]?: (T[K] extends Parameter<infer _Given, infer Value, infer _V> ? Value : never) | undefined;
};

export type RequestValues = Readonly<Record<string, unknown>>;

export interface Answer<Result = unknown> {
  readonly json: string;
  /** Empty if there is only JSON. */
  readonly text: string;
  /** The fields of its records, by their position in JSON: `list[]`, or empty for the response itself. */
  readonly records: Readonly<Record<string, AnswerTable>>;
  /** @throws Problem if it is not such a response */
  readJson(json: unknown, request: RequestValues): Result;
  /** @throws Problem if it is not such a response */
  readText(text: string, requestValues: RequestValues): Result;
  writeJson(result: Result): unknown;
  writeText(result: Result, asked: RequestValues): string;
}

export type NoParameters = Readonly<Record<string, never>>;

export interface Endpoint<P extends ParameterTable = ParameterTable, A = unknown> {
  readonly path: 'sms.do' | 'mms.do' | 'vms.do' | 'profile' | 'user.do' | 'sender.do' | 'hlr.do';
  readonly method: 'GET' | 'POST';
  /** The section of the specification. */
  readonly section: string;
  readonly variants: readonly InterfaceVariant[];
  readonly title: string;
  /**
   * The field that distinguishes it from other endpoints with the same path, and its value if that is fixed. Absent for
   * the endpoint without such a field.
   */
  readonly selector?: { readonly name: string; readonly value?: string } | undefined;
  /** True where carrying it out twice does no more than once does. */
  readonly isRead: boolean;
  readonly parameters: P;
  readonly answer: A;
}
