/**
 * What could command a terminal, or deceive whoever reads it: control characters, ends of lines among them, and what
 * changes the direction of a text.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text from outside as it may stand in a line: what is unsafe is written out. */
export function printable(text: string): string {
  return text.replace(UNSAFE, writtenOut);
}

/** Lines and columns of one's own as they may stand on a terminal: ends of lines and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(UNSAFE, (character) => (/[\n\t]/.test(character) ? character : writtenOut(character)));
}

/** A value as JSON in which nothing unsafe stands: JSON itself writes out only some of it. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escaped);
}

function writtenOut(character: string): string {
  return SHORT.get(character) ?? escaped(character);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** A number with its noun: `1 group`, `3 groups`. */
export function counted(count: number, noun: string): string {
  return `${thousands(count)} ${plural(count, noun)}`;
}

/** A noun as it stands behind a number. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** `12,345`. */
export function thousands(count: number): string {
  return count.toLocaleString('en-GB');
}

/** A moment to the second, in UTC: `2026-03-01 10:00:00`; a dash for none. */
export function moment(date: Date | null): string {
  return date === null ? '–' : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Words as a shell takes each for one; in bash and zsh also those in which something unsafe stands. */
export function quoted(words: readonly string[]): string {
  return words.map(quotedWord).join(' ');
}

function quotedWord(word: string): string {
  if (/^[\w./:=@%+-]+$/.test(word)) return word;
  if (printable(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${printable(word.replace(/['\\]/g, '\\$&'))}'`;
}
