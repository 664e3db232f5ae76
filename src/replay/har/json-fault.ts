import type * as jsonc from 'jsonc-parser';
import { loadBuiltIn } from '../../files/built-in.js';
import { CONFLICT, conflictLine } from './conflict.js';

export interface JsonFault {
  /** The line number. */
  readonly line: number;
  readonly reason: string;
}

const REASONS: Readonly<Record<string, string>> = {
  CommaExpected: 'is not JSON: a comma is missing before it',
  ColonExpected: 'is not JSON: a colon is missing before it',
  PropertyNameExpected: 'is not JSON: there is a comma before it too many, or a name is missing',
  ValueExpected: 'is not JSON: there is a comma before it too many, or a value is missing',
  CloseBraceExpected: 'is not JSON: a brace is missing before it',
  CloseBracketExpected: 'is not JSON: a bracket is missing before it',
  EndOfFileExpected: 'is not JSON: the file should have ended before it',
  UnexpectedEndOfString: 'is not JSON: a quotation mark is missing',
};

/** Finds the first syntax error of a JSON text. */
export function jsonFault(text: string): JsonFault {
  const conflict = conflictLine(text);
  if (conflict !== undefined) return { line: conflict, reason: CONFLICT };
  const { visit, printParseErrorCode } = loadBuiltIn('jsonc-parser') as typeof jsonc;
  let found: JsonFault | undefined;
  const onError = (code: jsonc.ParseErrorCode, _offset: number, _length: number, line: number): void => {
    found ??= { line: line + 1, reason: REASONS[printParseErrorCode(code)] ?? 'is not JSON' };
  };
  visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  return found ?? { line: 1, reason: 'is not JSON' };
}
