import type { AnswerTable } from './answer-field.js';

/** The parameters of the request, which a text response may omit. */
export type Asked = Readonly<Record<string, unknown>>;

/** The answer to a request that succeeded, in both forms that it can have. */
export interface Answer<Result = unknown> {
  /** The forms in words, for people. */
  readonly json: string;
  /** Empty if there is only JSON. */
  readonly text: string;
  /** The fields of its records, by their position in JSON: `list[]`, or empty for the response itself. */
  readonly records: Readonly<Record<string, AnswerTable>>;
  /** @throws Problem if it is not such a response */
  readJson(json: unknown, asked: Asked): Result;
  /** @throws Problem if it is not such a response */
  readText(text: string, asked: Asked): Result;
  writeJson(result: Result): unknown;
  writeText(result: Result, asked: Asked): string;
}
