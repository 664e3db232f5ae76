import { fitsInLine, madeOneLine } from '../../options/line.js';

/** The most characters of the name of a track, or of the label of an account. */
const MAX_LABEL = 500;

/** Says why a text cannot be the name of a track or the label of an account; `undefined` where it can. */
export function labelFault(text: string): string | undefined {
  if (text.length > MAX_LABEL) return `has more than ${MAX_LABEL} characters`;
  return fitsInLine(text) ? undefined : 'has a control character';
}

/** Makes a label of a text: spaces for what has no place in a line, and no more than the first characters. */
export function fitLabel(text: string): string {
  // A pair that is cut leaves its first half.
  return madeOneLine(madeOneLine(text).slice(0, MAX_LABEL));
}
