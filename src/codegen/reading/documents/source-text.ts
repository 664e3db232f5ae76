import { TextDecoder } from 'node:util';
import { type Place, Refusal } from '../../model/refusal.js';

/** The text of one file, with a way from an offset to its line and column. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** Line and column of an offset into the text; `\r\n`, `\n` and `\r` each end a line. */
  placeAt(offset: number): Place;
}

/**
 * Decodes a file: byte order mark first, then the encoding of the XML declaration, then UTF-8.
 *
 * @throws {@link Refusal} when the encoding is unknown or the bytes are not valid in it
 */
export function decodeSource(file: string, bytes: Uint8Array): SourceText {
  const encoding = encodingOf(bytes);
  const start: Place = { file, line: 1, column: 1 };
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Refusal(start, `encoding "${encoding}"`, 'is not known');
  }
  try {
    return sourceText(file, decoder.decode(bytes));
  } catch {
    throw new Refusal(start, `encoding "${encoding}"`, 'the bytes of the file are not valid in it');
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8';
}

function sourceText(file: string, text: string): SourceText {
  const lineStarts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) lineStarts.push(end.index + end[0].length);
  return {
    file,
    text,
    placeAt(offset) {
      let low = 0;
      let high = lineStarts.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((lineStarts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { file, line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
    },
  };
}
