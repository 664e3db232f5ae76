import type yamlModule from 'yaml';
import { loadBuiltIn } from '../../files/built-in.js';

const TEXT_FOLLOWS = '\x1f';
const NO_TEXT: ReadonlySet<string> = new Set(['\x02', '\x18', TEXT_FOLLOWS]);
const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
/** Each starts a list or an object inside the previous one, on the same line. */
const BEGINNINGS: ReadonlySet<string> = new Set(['-', '?']);
const MANY_BEGINNINGS = /(?:[-?][ \t]+){8}/;

/**
 * Finds the first position where values are nested too deeply in few characters: in brackets, or in lists on one line.
 * These take a parser many times as long as other text of the same length.
 *
 * @returns the offset in the text
 */
export function placeTooDeep(text: string, levels: number): number | undefined {
  if (!hasMoreBrackets(text, levels) && !MANY_BEGINNINGS.test(text)) return undefined;
  const { Lexer } = loadBuiltIn('yaml') as typeof yamlModule;
  let [offset, brackets, beginnings, isText] = [0, 0, 0, false];
  for (const lexeme of new Lexer().lex(text)) {
    if (!isText) {
      brackets = Math.max(0, brackets + (BRACKETS[lexeme] ?? 0));
      if (BEGINNINGS.has(lexeme)) beginnings += 1;
      else if (lexeme === '\n') beginnings = 0;
    }
    if (brackets + beginnings > levels) return offset;
    isText = lexeme === TEXT_FOLLOWS;
    if (!NO_TEXT.has(lexeme)) offset += lexeme.length;
  }
  return undefined;
}

/** Most files have few brackets and need no further check. */
function hasMoreBrackets(text: string, levels: number): boolean {
  let found = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found > levels) return true;
    }
  }
  return false;
}
