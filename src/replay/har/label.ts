/** The most characters of the name of a track, or of the label of an account. */
const MAX_LABEL = 500;

/** What has no place in one line of a terminal: control characters, ends of lines, directions, halves of a pair. */
const NOT_IN_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Says why a text cannot be the name of a track or the label of an account; `undefined` where it can. */
export function labelFault(text: string): string | undefined {
  if (text.length > MAX_LABEL) return `has more than ${MAX_LABEL} characters`;
  return NOT_IN_LINE.test(text) ? 'has a control character' : undefined;
}

/** Makes a label of a text: spaces for what has no place in a line, and no more than the first characters. */
export function fitLabel(text: string): string {
  const spaced = (part: string): string => part.split(NOT_IN_LINE).join(' ');
  // A pair that is cut leaves its first half.
  return spaced(spaced(text).slice(0, MAX_LABEL));
}
