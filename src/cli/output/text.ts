import stringWidth from 'string-width';

/**
 * Characters that control a terminal or mislead its reader: control characters with line breaks, characters that change
 * the direction of a text, lone surrogates, and invisible characters. The variation selectors for text and emoji
 * (`\ufe0e`, `\ufe0f`) are harmless.
 */
const UNSAFE = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

export function printable(text: string): string {
  return text.replace(UNSAFE, writtenOut);
}

export function printableLines(text: string): string {
  return text.replace(UNSAFE, (character) => (/[\n\t]/.test(character) ? character : writtenOut(character)));
}

/** Returns a value as JSON with every unsafe character escaped; JSON itself requires only some. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escaped);
}

function writtenOut(character: string): string {
  return SHORT.get(character) ?? escaped(character);
}

/** Escapes a character as JSON does: one above U+FFFF as two surrogates. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** Returns a number with its noun: `1 group`, `3 groups`. */
export function counted(count: number, noun: string): string {
  return `${thousands(count)} ${plural(count, noun)}`;
}

export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

export function coveredNumber(number: string): string {
  const digits = number.match(/\p{Nd}/gu) ?? [];
  return digits.length === 0 ? number : `…${digits.slice(-3).join('')}`;
}

export function thousands(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Returns a time in UTC, to the second: `2026-03-01 10:00:00`; a dash for `null`. */
export function moment(date: Date | null): string {
  return date === null ? '–' : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns a command line for a shell; bash and zsh are needed if a word contains unsafe characters. */
export function quoted(words: readonly string[]): string {
  return words.map(quotedWord).join(' ');
}

function quotedWord(word: string): string {
  if (/^[\w./:=@%+-]+$/.test(word)) return word;
  if (printable(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  const shown = word
    .replace(/['\\]/g, '\\$&')
    .replace(UNSAFE, (character) =>
      character.length === 1 ? writtenOut(character) : `\\U${hex(character.codePointAt(0) ?? 0, 8)}`,
    );
  return `$'${shown}'`;
}

const MARKS = /\p{M}/gu;
export function widthOf(text: string): number {
  return stringWidth(text.replace(MARKS, ''));
}

export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [shown, used] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    shown += segment;
  }
  return width < 1 ? '' : `${shown}…`;
}
