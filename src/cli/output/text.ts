/** A text from outside as it may stand on a terminal: no control characters, which could be commands to it. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return SHORT.get(code) ?? `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

const SHORT: ReadonlyMap<number, string> = new Map([
  [9, '\\t'],
  [10, '\\n'],
  [13, '\\r'],
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

/** Words as a shell takes them for one. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
