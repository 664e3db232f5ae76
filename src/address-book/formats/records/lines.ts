import { Problem } from '../../../errors/problem.js';
import { invalid } from '../../../options/check.js';
import { texts } from '../encoding/texts.js';
import type { Reject } from './records.js';

/** The number of characters of a row that are kept: a row, line or card that is longer is not taken. */
export const MAX_ROW: number = 4 * 1024 * 1024;

/** A line of a file. */
export interface Line {
  /** From 1. */
  readonly line: number;
  /** With its line break; of a line that is too long the beginning. */
  readonly text: string;
  readonly isTooLong?: boolean;
}

/**
 * Cuts a file into lines, wherever its chunks begin and end; a byte order mark is taken away. It keeps one line.
 *
 * @param encoding - unless given: UTF-8, or what a byte order mark says
 * @throws ValidationError with the line as its path, for what is not in this encoding
 */
export async function* lines(chunks: AsyncIterable<Uint8Array | string>, encoding?: string): AsyncGenerator<Line> {
  let line = 1;
  let begun = '';
  let isTooLong = false;
  for await (const piece of texts(chunks, encoding)) {
    for (let from = 0; from < piece.length; ) {
      const end = piece.indexOf('\n', from) + 1;
      const part = piece.slice(from, end === 0 ? undefined : end);
      if (begun.length + part.length > MAX_ROW) isTooLong = true;
      else begun += part;
      if (end === 0) break;
      yield { line, text: begun, isTooLong };
      line += 1;
      begun = '';
      isTooLong = false;
      from = end;
    }
  }
  if (begun !== '' || isTooLong) yield { line, text: begun, isTooLong };
}

/** A part of a file that belongs together: a line of JSON Lines, a row of CSV, a card. */
export type Row = Pick<Line, 'line' | 'text'>;

/** Takes a row that is not read. */
export type Refuse = (row: Row, reason: string) => void;

/** The reason for which a row is refused that has more than {@link MAX_ROW} characters. */
export const TOO_LONG: string = `is longer than ${MAX_ROW} characters`;

/** Gives refused rows to whoever wants them; without one the first ends the reading. */
export function refusing(onReject: ((reject: Reject) => void) | undefined): Refuse {
  return ({ line, text }, reason) => {
    if (onReject === undefined) invalid(`line ${line}`, reason);
    onReject({ line, reason, text: text.replace(/\r?\n$/, '') });
  };
}

/** Reads a row, or refuses it: what is wrong with it is a {@link Problem}. */
export function readRow<T>(row: Row, refuse: Refuse, read: (row: Row) => readonly T[]): readonly T[] {
  try {
    return read(row);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    refuse(row, error.message);
    return [];
  }
}
