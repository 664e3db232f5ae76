import type { AnswerTable } from './answer-field.js';

/** What was asked, as far as an answer of text leaves it out: the values of the request's parameters. */
export type Asked = Readonly<Record<string, unknown>>;

/** The answer to a request that succeeded, in both forms that it can have. */
export interface Answer<Result = unknown> {
  /** The forms in words, for people. */
  readonly json: string;
  /** Empty where there is only JSON. */
  readonly text: string;
  /** The fields of its records, by the place where they stand in JSON: `list[]`, or empty for the answer itself. */
  readonly records: Readonly<Record<string, AnswerTable>>;
  /** @throws Problem for what is no such answer */
  readJson(json: unknown, asked: Asked): Result;
  /** @throws Problem for what is no such answer */
  readText(text: string, asked: Asked): Result;
  writeJson(result: Result): unknown;
  writeText(result: Result, asked: Asked): string;
}
