/**
 * Characters that could command a terminal, or deceive whoever reads it: control characters, ends of lines among them,
 * those that change the direction of a text, halves of characters, and those that are there and cannot be seen. The two
 * signs that choose between a letter and a picture of it (`\ufe0e`, `\ufe0f`) can stay.
 */
const UNSAFE = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

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

/** As JSON has it: one above U+FFFF in two halves. */
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

/** A number with its noun: `1 group`, `3 groups`. */
export function counted(count: number, noun: string): string {
  return `${thousands(count)} ${plural(count, noun)}`;
}

/** A noun as it stands behind a number. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** All but the last three digits of a number are covered; the name of a sender has none to cover. */
export function coveredNumber(number: string): string {
  const digits = number.match(/\p{Nd}/gu) ?? [];
  return digits.length === 0 ? number : `…${digits.slice(-3).join('')}`;
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
  const shown = word
    .replace(/['\\]/g, '\\$&')
    .replace(UNSAFE, (character) =>
      character.length === 1 ? writtenOut(character) : `\\U${hex(character.codePointAt(0) ?? 0, 8)}`,
    );
  return `$'${shown}'`;
}
