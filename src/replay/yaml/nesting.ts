import type yamlModule from 'yaml';
import { loadBuiltIn } from '../../files/built-in.js';

/** What the lexer says before the text of a value, which may be a bracket itself. */
const TEXT_FOLLOWS = '\x1f';
const NO_TEXT: ReadonlySet<string> = new Set(['\x02', '\x18', TEXT_FOLLOWS]);
const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
/** Each begins a list or an object in the one before it, on the same line. */
const BEGINNINGS: ReadonlySet<string> = new Set(['-', '?']);
const MANY_BEGINNINGS = /(?:[-?][ \t]+){8}/;

/**
 * Finds the first place at which values stand deeper in each other than they may, as far as that costs few characters:
 * in brackets, or in lists on one line. A parser takes many times as long for these as for other text of the length.
 *
 * @returns the place in the text
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

/** Most files have few, and need no further look. */
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
