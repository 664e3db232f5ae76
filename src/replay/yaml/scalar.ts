import { hasFewLines } from './lines.js';

/**
 * What would deceive whoever reads a file, or what YAML may not hold: control characters, other ends of lines,
 * directions, halves of pairs, and what is there and cannot be seen.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
/** The same but for ends of lines and tabs. */
const UNSAFE_IN_BLOCK = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/u;

/** A text that every reader of YAML takes for itself, also without quotation marks. */
const PLAIN = /^[A-Za-z0-9/][\w./+=-]*(?: [\w./+=()-]+)*$/;
/** What some of them take for something else. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n|\d[\d_.,e+x-]*|0o?[0-7]+|\d{4}-\d.*)$/i;

/** Writes a text in one line. */
export function scalar(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : quoted(text);
}

/** Writes a text in quotation marks, with all that cannot be seen written out. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/**
 * Writes a text behind its key: in lines of their own where it has several, else in one.
 *
 * @param indent - of the key
 */
export function textBehind(text: string, indent: string): string {
  if (!isBlock(text) || !hasFewLines(text, indent.length + 2)) return scalar(text);
  const end = text.endsWith('\n') ? '' : '-';
  const lines = (end === '' ? text.slice(0, -1) : text).split('\n');
  return `|${end}\n${lines.map((line) => (line === '' ? '' : `${indent}  ${line}`)).join('\n')}`;
}

/** A first line with a space would need its indentation said, several empty lines at the end another sign. */
function isBlock(text: string): boolean {
  if (text === '' || /^[ \t\n]/.test(text) || text.endsWith('\n\n')) return false;
  return (text.includes('\n') || text.startsWith('<')) && !UNSAFE_IN_BLOCK.test(text);
}
