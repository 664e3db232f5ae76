import { countMessageParts } from '../../../../domain/sending/message-parts.js';

/** Characters that are no letters with marks (docs/gateway.md section 4.1). */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['„', '"'],
  ['”', '"'],
  ['“', '"'],
  ['’', "'"],
  ['‘', "'"],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
  ['\u00a0', ' '],
]);

const MARKS = /\p{M}/gu;

const isSpecial = (text: string): boolean => countMessageParts(text).encoding === 'ucs2';

/** Replaces special characters by their base letters (specification section 4.1); what has none stays as it is. */
export function normalizedText(text: string): string {
  if (!isSpecial(text)) return text;
  return Array.from(text, (character) => {
    if (!isSpecial(character)) return character;
    return REPLACED.get(character) ?? (character.normalize('NFD').replace(MARKS, '') || character);
  }).join('');
}
