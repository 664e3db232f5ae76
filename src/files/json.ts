import { Problem } from '../errors/problem.js';
import { isObject } from '../options/check.js';

const MAX_JSON_DEPTH = 256;
/** An empty object needs 60 bytes of memory, but two characters: the minimum length per object, above a number. */
const [CHARACTERS_PER_PART, PARTS_ANYWAY] = [10, 50_000];

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses foreign JSON. Limits its memory to a few times its size, and its depth.
 *
 * @throws Problem that names the character if it is nested too deep, or consists of empty values
 * @throws SyntaxError of `JSON.parse`, whose message quotes the text
 */
export function parseJson(text: string, maxDepth: number = MAX_JSON_DEPTH): unknown {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  checkParts(text, mark, maxDepth);
  return JSON.parse(text.slice(mark));
}

/** Parses a JSON object by {@link parseJson}; returns an empty one for any other text. */
export function parsedObject(text: string): object {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function checkParts(text: string, start: number, maxDepth: number): void {
  const mostParts = Math.max(PARTS_ANYWAY, text.length / CHARACTERS_PER_PART);
  let [depth, parts] = [0, 0];
  for (let at = start; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        parts += 1;
        if (depth > maxDepth) {
          throw new Problem(`is nested deeper than ${maxDepth} levels, at character ${at + 1}`);
        }
        if (parts > mostParts) {
          throw new Problem(`contains too many objects and lists for its length, at character ${at + 1}`);
        }
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}
