/** What has no place in one line of a terminal: control characters, ends of lines, directions, halves of a pair. */
const NOT_IN_LINE = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;

/** Tells whether a text can be shown as it is in one line of a log or a terminal. */
export function fitsInLine(text: string): boolean {
  return !NOT_IN_LINE.test(text);
}

/** Puts spaces for what has no place in a line. */
export function madeOneLine(text: string): string {
  return text.split(NOT_IN_LINE).join(' ');
}
