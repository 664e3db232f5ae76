import { isUtf8 } from 'node:buffer';
import { Problem } from '../../../errors/problem.js';
import { invalid } from '../../../options/check.js';
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

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Cuts a file into lines, wherever its chunks begin and end; a byte order mark is taken away. It keeps one line.
 *
 * @throws ValidationError with the line as its path, for what is not UTF-8
 */
export async function* lines(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Line> {
  let line = 1;
  let begun = '';
  let isTooLong = false;
  for await (const piece of texts(chunks)) {
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

/** The text of a file, piece by piece. */
async function* texts(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let line = 1;
  let begun: Uint8Array = new Uint8Array();
  let isFirst = true;
  const take = (bytes: Uint8Array): string => {
    if (!isUtf8(bytes)) invalid(`line ${line + linesBeforeFault(bytes)}`, 'is not UTF-8');
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
    return text;
  };
  for await (const chunk of chunks) {
    let text: string;
    if (typeof chunk === 'string') {
      text = take(begun) + chunk;
      begun = new Uint8Array();
    } else {
      const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      if (isFirst && isUtf16(bytes)) invalid('line 1', 'is UTF-16; the file has to be saved as UTF-8');
      const whole = bytes.length - begunBytes(bytes);
      text = take(bytes.subarray(0, whole));
      begun = Uint8Array.from(bytes.subarray(whole));
    }
    if (text === '') continue;
    yield isFirst ? text.replace(BYTE_ORDER_MARK, '') : text;
    isFirst = false;
  }
  take(begun);
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Counts the bytes at the end that belong to a character that goes on in the next chunk. */
function begunBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (isContinuation) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return back < length ? back : 0;
  }
  return 0;
}

/** Counts the line breaks before the first byte that is not UTF-8. */
function linesBeforeFault(bytes: Uint8Array): number {
  let before = 0;
  for (let from = 0; ; before++) {
    const end = bytes.indexOf(LINE_FEED, from) + 1;
    if (end === 0 || !isUtf8(bytes.subarray(from, end))) return before;
    from = end;
  }
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
