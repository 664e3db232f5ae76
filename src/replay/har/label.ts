import { fitsInLine, madeOneLine } from '../../options/check.js';

/** The maximum number of characters of a track name or an account label. */
const MAX_LABEL = 500;

export function labelFault(text: string): string | undefined {
  if (text.length > MAX_LABEL) return `has more than ${MAX_LABEL} characters`;
  return fitsInLine(text) ? undefined : 'has a control character';
}

export function fitLabel(text: string): string {
  // Cutting a surrogate pair leaves its first half.
  return madeOneLine(madeOneLine(text).slice(0, MAX_LABEL));
}
