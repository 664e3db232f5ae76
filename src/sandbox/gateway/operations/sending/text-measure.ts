import { CODES } from '../../../../domain/codes.js';
import { isHex } from '../../../../domain/sending/limits.js';
import { countMessageParts, MAX_PARTS, MAX_TEXT_LENGTH } from '../../../../domain/sending/message-parts.js';
import { refuse } from '../../refusal/refusal.js';
import type { AuthorizedCall } from '../authorized-call.js';
import { normalizedText } from './normalized-text.js';
import type { SendOrder } from './orders.js';

/** A text as it is sent. */
export interface Measured {
  readonly text: string;
  readonly parts: number;
}

/** The most characters of a text with `single`, where parts do not decide. */
const MAX_SINGLE_LENGTH = 160;

/** The most parts that a message may have by the variant of the interface. */
function mostParts({ settings }: AuthorizedCall): number {
  return MAX_PARTS[settings.variant ?? 'current'];
}

/**
 * The most parts that a text may have, besides what the interface allows: those of the order, or of the account.
 *
 * @throws Refusal 12 when the order asks for more than the interface allows
 */
export function wantedParts({ maxParts }: SendOrder, call: AuthorizedCall): number | undefined {
  if (maxParts === undefined) return call.account.maxParts;
  return maxParts >= 1 && maxParts <= mostParts(call) ? maxParts : refuse(CODES.tooManyParts);
}

/** The text that goes out: with `normalize` without special characters. */
export function toSend(text: string, { normalize }: SendOrder): string {
  return normalize ? normalizedText(text) : text;
}

/**
 * Makes what measures texts whose placeholders are filled in. What it makes throws Refusal 11, 12 and 17.
 *
 * @param most - parts of such a text. Default: as many as the interface allows
 */
export function textMeasure(
  order: SendOrder,
  call: AuthorizedCall,
  most: number | undefined,
): (text: string) => Measured {
  const { noUnicode, single, flash } = order;
  const { canShow, singleLength, lineFeedSeptets } = call.settings;
  const limit = Math.min(most ?? Number.POSITIVE_INFINITY, mostParts(call));
  return (filledIn) => {
    if (filledIn === '') refuse(CODES.textNotAccepted);
    if (filledIn.length > MAX_TEXT_LENGTH) refuse(CODES.tooManyParts);
    const text = toSend(filledIn, order);
    // Kept, it would spoil every later history.
    if (!canShow(text)) refuse(CODES.textNotAccepted);
    const { encoding, parts } = countMessageParts(text, { lineFeedSeptets });
    if (noUnicode && encoding === 'ucs2') refuse(CODES.textNotAccepted);
    if (flash && encoding === 'ucs2') refuse(CODES.flashWithSpecial);
    const isTooLong = singleLength === 'part' ? parts > 1 : text.length > MAX_SINGLE_LENGTH;
    if (parts > limit || (single && isTooLong)) refuse(CODES.tooManyParts);
    return { text, parts };
  };
}

/** The bytes that one part carries, UDH included (GSM 03.40). */
const PART_BYTES = 140;

/**
 * Measures a binary message: its UDH goes with every part, its placeholders stay as they are.
 *
 * @throws Refusal 25 when it is to be normalized, 30 when text and UDH are not hexadecimal, 12 when it is too long
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
