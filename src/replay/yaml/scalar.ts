import { hasFewLines } from './lines.js';

/**
 * Characters that would mislead a reader, or that YAML does not allow: control characters, other line ends, text
 * directions, lone surrogates, and invisible characters.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
/** The same without line ends and tabs. */
const UNSAFE_IN_BLOCK = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/u;

/** A text that every YAML parser reads as itself without quotes. */
const PLAIN = /^[A-Za-z0-9/][\w./+=-]*(?: [\w./+=()-]+)*$/;
/** Texts that some parsers read as another type. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n|\d[\d_.,e+x-]*|0o?[0-7]+|\d{4}-\d.*)$/i;

/** Writes a text on one line. */
export function scalar(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : quoted(text);
}

/** Writes a text in quotes, with invisible characters escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/**
 * Writes the text after a key: as a block if it has several lines, else on one line.
 *
 * @param indent - the indentation of the key
 */
export function textBehind(text: string, indent: string): string {
  if (!isBlock(text) || !hasFewLines(text, indent.length + 2)) return scalar(text);
  const end = text.endsWith('\n') ? '' : '-';
  const lines = (end === '' ? text.slice(0, -1) : text).split('\n');
  return `|${end}\n${lines.map((line) => (line === '' ? '' : `${indent}  ${line}`)).join('\n')}`;
}

/** A first line with a space would need an indentation indicator. Several empty lines at the end need another style. */
function isBlock(text: string): boolean {
  if (text === '' || /^[ \t\n]/.test(text) || text.endsWith('\n\n')) return false;
  return (text.includes('\n') || text.startsWith('<')) && !UNSAFE_IN_BLOCK.test(text);
}
