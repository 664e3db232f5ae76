const NOT_IN_LINE = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;

export function fitsInLine(text: string): boolean {
  return !NOT_IN_LINE.test(text);
}

export function madeOneLine(text: string): string {
  return text.split(NOT_IN_LINE).join(' ');
}
