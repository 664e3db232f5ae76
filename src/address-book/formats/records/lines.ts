import { Problem } from '../../../errors/problem.js';
import { invalid } from '../../../options/check.js';
import { FileDecoder } from './encoding.js';
import type { Reject } from './records.js';

/** The most characters of a line, row or card. Longer ones are rejected. */
export const MAX_ROW: number = 4 * 1024 * 1024;
/** The most bytes of a line. A file with a longer one is refused. */
const MAX_BYTES = 4 * MAX_ROW;
export const TOO_LONG: string = `is longer than ${MAX_ROW} characters`;

const LINE_FEED = 0x0a;
const LONE_SURROGATE = /\p{Cs}/u;

export interface Line {
  readonly line: number;
  /** With its line break. If the line is too long: its first {@link MAX_ROW} characters. */
  readonly text: string;
  readonly isTooLong?: boolean;
}

/**
 * Splits a file into lines, without its byte order mark. Memory is limited by the longest line.
 *
 * @param encoding - default: that of the byte order mark, otherwise UTF-8
 * @throws ValidationError that names the line, for bytes that are invalid in the encoding
 */
export async function* lines(chunks: AsyncIterable<Uint8Array | string>, encoding?: string): AsyncGenerator<Line> {
  let line = 0;
  let rest: Buffer = Buffer.alloc(0);
  let decoder: FileDecoder | undefined;
  const read = (bytes: Buffer): Line => {
    line += 1;
    decoder ??= new FileDecoder(bytes, encoding);
    const text = decoder.decode(bytes, line);
    return { line, text: text.slice(0, MAX_ROW), isTooLong: text.length > MAX_ROW };
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, bytesOf(chunk, encoding)]);
    if (bytes.includes(LINE_FEED)) decoder ??= new FileDecoder(bytes, encoding);
    let start = 0;
    for (let end = lineEnd(bytes, 0, decoder); end > 0; end = lineEnd(bytes, start, decoder)) {
      yield read(bytes.subarray(start, end));
      start = end;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_BYTES) invalid(`line ${line + 1}`, TOO_LONG);
  }
  if (rest.length > 0) yield read(rest);
}

function bytesOf(chunk: Uint8Array | string, encoding: string | undefined): Uint8Array {
  if (typeof chunk !== 'string') return chunk;
  if (encoding !== undefined && encoding !== 'utf-8')
    invalid('encoding', 'requires a file of bytes; this file yields text');
  if (LONE_SURROGATE.test(chunk)) invalid('file', 'has a piece that ends within a character. Use pieces of bytes');
  return Buffer.from(chunk, 'utf8');
}

function lineEnd(bytes: Buffer, start: number, decoder: FileDecoder | undefined): number {
  if (decoder?.isUtf16 !== true) return bytes.indexOf(LINE_FEED, start) + 1;
  const lineFeed = decoder.encoding === 'utf-16le' ? '\n\0' : '\0\n';
  let at = bytes.indexOf(lineFeed, start, 'latin1');
  while (at % 2 === 1) at = bytes.indexOf(lineFeed, at + 1, 'latin1');
  return at === -1 ? 0 : at + 2;
}

export type Row = Pick<Line, 'line' | 'text'>;

export type Refuse = (row: Row, reason: string) => void;

export function refusing(onReject: ((reject: Reject) => void) | undefined): Refuse {
  return ({ line, text }, reason) => {
    if (onReject === undefined) invalid(`line ${line}`, reason);
    onReject({ line, reason, text: text.replace(/\r?\n$/, '') });
  };
}

/** Reads a row, and rejects it if `read` throws a {@link Problem}. */
export function readRow<T>(row: Row, refuse: Refuse, read: (row: Row) => readonly T[]): readonly T[] {
  try {
    return read(row);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    refuse(row, error.message);
    return [];
  }
}
