import { indentOf, trackLine } from './write-yaml.js';

/**
 * Returns the original texts of calls in a file, including the comments directly above them, so that unchanged calls
 * keep their formatting. Returns `undefined` for calls in a layout that this library does not write; they are formatted
 * again.
 *
 * @param starts - the offsets of their first keys, in order
 */
export function textsAsTheyStand(
  text: string,
  starts: readonly number[],
  track: string,
): readonly (string | undefined)[] {
  const indent = indentOf(track);
  const begins = starts.map((start) => withComments(text, text.lastIndexOf('\n', start) + 1));
  return starts.map((start, index) => {
    const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
    // Another layout: a list in brackets, or another indentation.
    if (line !== `${indent}- `) return undefined;
    const next = begins[index + 1];
    const end = next ?? endOfList(text, start, indent);
    const call = `${text.slice(begins[index], end).trimEnd()}\n`;
    // After another key, a text may end with empty lines that belong to it.
    const last = call.slice(call.lastIndexOf('\n', call.length - 2) + 1);
    return last.startsWith(`${indent}  ended: `) ? `${trackLine(track)}\n${call}` : undefined;
  });
}

/** Returns the start of the comments directly above a line. */
function withComments(text: string, start: number): number {
  let begin = start;
  while (begin > 0) {
    const above = text.lastIndexOf('\n', begin - 2) + 1;
    if (!/^ *#/.test(text.slice(above, begin))) return begin;
    begin = above;
  }
  return begin;
}

/** Returns the end of the last call: the first line that is neither empty nor indented further than the call. */
function endOfList(text: string, start: number, indent: string): number {
  let at = text.indexOf('\n', start) + 1;
  while (at > 0 && at < text.length) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    if (line !== '' && !line.startsWith(`${indent}  `)) return at;
    at = end === -1 ? text.length : end + 1;
  }
  return text.length;
}
