import { CODES } from '../../../../domain/codes.js';
import { isHex } from '../../../../domain/sending/limits.js';
import { countMessageParts, MAX_PARTS, MAX_TEXT_LENGTH } from '../../../../domain/sending/message-parts.js';
import { refuse } from '../../refusal/refusal.js';
import type { AuthorizedCall } from '../call.js';
import type { SendOrder } from './orders.js';

/** A text with its size. */
export interface Measured {
  readonly text: string;
  readonly parts: number;
}

/** The maximum length with `single`, if parts are not counted. */
const MAX_SINGLE_LENGTH = 160;

/** Returns the maximum number of parts for the variant of the interface. */
function mostParts({ settings }: AuthorizedCall): number {
  return MAX_PARTS[settings.variant ?? 'current'];
}

/**
 * Returns the maximum number of parts that the order or the account sets.
 *
 * @throws Refusal 12 if the order sets more than the interface allows
 */
export function wantedParts({ maxParts }: SendOrder, call: AuthorizedCall): number | undefined {
  if (maxParts === undefined) return call.account.maxParts;
  return maxParts >= 1 && maxParts <= mostParts(call) ? maxParts : refuse(CODES.tooManyParts);
}

/** Returns the text to send. `normalize` replaces special characters. */
export function toSend(text: string, { normalize }: SendOrder): string {
  return normalize ? normalizedText(text) : text;
}

/** Creates the function that measures texts after placeholders are filled in. It throws Refusal 11, 12 and 17. */
export function textMeasure(order: SendOrder, call: AuthorizedCall): (text: string) => Measured {
  const { noUnicode, single, flash } = order;
  const { canShow, singleLength, lineFeedSeptets } = call.settings;
  return (filledIn) => {
    if (filledIn === '') refuse(CODES.textNotAccepted);
    if (filledIn.length > MAX_TEXT_LENGTH) refuse(CODES.tooManyParts);
    const text = toSend(filledIn, order);
    // A stored text that cannot be shown would break every later history.
    if (!canShow(text)) refuse(CODES.textNotAccepted);
    const { encoding, parts } = countMessageParts(text, { lineFeedSeptets });
    if (noUnicode && encoding === 'ucs2') refuse(CODES.textNotAccepted);
    if (flash && encoding === 'ucs2') refuse(CODES.flashWithSpecial);
    const isTooLong = singleLength === 'part' ? parts > 1 : text.length > MAX_SINGLE_LENGTH;
    if (parts > mostParts(call) || (single && isTooLong)) refuse(CODES.tooManyParts);
    return { text, parts };
  };
}

/** The size of a part in bytes, including the UDH (GSM 03.40). */
const PART_BYTES = 140;

/**
 * Measures a binary message. Every part contains its UDH. Placeholders are not replaced.
 *
 * @throws Refusal 25 with `normalize`, 30 if text or UDH is not hexadecimal, 12 if it is too long
 */
export function binaryMeasured(order: SendOrder, call: AuthorizedCall): Measured {
  const { message, udh = '', single, normalize } = order;
  if (normalize) refuse(CODES.normalizeWithBinary);
  if (!isHex(message) || !isHex(udh)) refuse(CODES.notHexadecimal);
  const room = PART_BYTES - udh.length / 2;
  if (room <= 0) refuse(CODES.notHexadecimal);
  const parts = Math.ceil(message.length / 2 / room);
  const most = single ? 1 : (wantedParts(order, call) ?? mostParts(call));
  return parts > most ? refuse(CODES.tooManyParts) : { text: message, parts };
}

/** Replacements for special characters that are not letters with diacritics (docs/gateway.md section 4.1). */
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

/** Replaces special characters by their base letters (specification section 4.1). Others stay unchanged. */
function normalizedText(text: string): string {
  if (!isSpecial(text)) return text;
  return Array.from(text, (character) => {
    if (!isSpecial(character)) return character;
    return REPLACED.get(character) ?? (character.normalize('NFD').replace(MARKS, '') || character);
  }).join('');
}
