import { ValidationError } from '../errors/errors.js';

/** The variant of the interface, which decides how many parts a message may have (specification sections 4.1, 8). */
export type InterfaceVariant = 'current' | 'earlier';

/** How a text travels and how many parts it needs. */
export interface MessageParts {
  /** `gsm7` where every character is in GSM 03.38, else `ucs2`. */
  readonly encoding: 'gsm7' | 'ucs2';
  /** Length in the encoding's own units: septets, or UTF-16 code units. */
  readonly units: number;
  /** How many parts the text needs; 0 for an empty text. */
  readonly parts: number;
  /** The most parts that the variant allows: 10 (current) or 6 (earlier). */
  readonly maxParts: number;
  /** Whether it needs no more parts than allowed. */
  readonly fits: boolean;
  /** The text has placeholders (`[%1%]`, `[%imie%]`, links) whose values change its length: take it as a minimum. */
  readonly isMinimum: boolean;
}

/** The GSM 03.38 default alphabet: one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension table: an escape and a character, two septets that stay together. */
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENSION].map((character) => [character, 2] as const),
]);

const MAX_PARTS = { current: 10, earlier: 6 } as const satisfies Record<InterfaceVariant, number>;
const PLACEHOLDER = /\[%[^%\]]+%\]/;

/**
 * Counts the parts that a text message needs (specification sections 4.1 and 8; GSM 03.38).
 *
 * 160 septets or 70 UTF-16 units fit into one part; longer texts are cut into parts of 153 or 67, and a character that
 * takes two units is never split over two parts. All Polish letters are outside GSM 03.38.
 *
 * @param text - the message as it will be sent
 * @param options - `variant`: `'current'` (default) allows 10 parts, `'earlier'` 6
 * @throws ValidationError when the text is no string or the variant is not known
 */
export function countMessageParts(text: string, options: { readonly variant?: InterfaceVariant } = {}): MessageParts {
  const variant = options.variant ?? 'current';
  if (typeof text !== 'string') throw new ValidationError('text', 'is not a string');
  if (!Object.hasOwn(MAX_PARTS, variant)) throw new ValidationError('variant', "is neither 'current' nor 'earlier'");
  const characters = [...text];
  const widths = characters.map((character) => SEPTETS.get(character));
  const isGsm = widths.every((width) => width !== undefined);
  const sizes = isGsm ? widths.map((width) => width ?? 0) : characters.map((character) => character.length);
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const parts = isGsm ? partsOf(sizes, units, 160, 153) : partsOf(sizes, units, 70, 67);
  const maxParts = MAX_PARTS[variant];
  return {
    encoding: isGsm ? 'gsm7' : 'ucs2',
    units,
    parts,
    maxParts,
    fits: parts <= maxParts,
    isMinimum: PLACEHOLDER.test(text),
  };
}

function partsOf(sizes: readonly number[], units: number, single: number, each: number): number {
  if (units <= single) return units === 0 ? 0 : 1;
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > each) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return parts;
}
