import { checkString, invalid, isObject, oneOf } from '../../options/check.js';
import { reading } from '../../options/readable.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';

/** The variant of the interface, which decides how many parts a message may have (specification sections 4.1, 8). */
export type InterfaceVariant = 'current' | 'earlier';

/** The encoding of a text, and the parts that it needs. */
export interface MessageParts {
  /** `gsm7` where every character is in GSM 03.38, else `ucs2`. */
  readonly encoding: 'gsm7' | 'ucs2';
  /** Length in the encoding's own units: septets, or UTF-16 code units. */
  readonly units: number;
  /** The parts that the text needs; 0 for an empty text. */
  readonly parts: number;
  /** The most parts that the variant allows: 10 (current) or 6 (earlier). */
  readonly maxParts: number;
  /** True if the text needs no more parts than allowed. */
  readonly fits: boolean;
  /**
   * True if the text has placeholders (`[%1%]`, `[%imie%]`, links), whose values change its length. The counts are then
   * a minimum.
   */
  readonly isMinimum: boolean;
}

/** The GSM 03.38 default alphabet: one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

const GSM_CHARACTERS: ReadonlySet<string> = new Set(BASIC + EXTENSION);

/** Counts texts in an encoding; `single` units fit into a message of one part, `each` into each of several. */
interface Alphabet {
  readonly encoding: MessageParts['encoding'];
  readonly unitsOf: (character: string) => number;
  readonly single: number;
  readonly each: number;
}

const GSM7: Alphabet = {
  encoding: 'gsm7',
  unitsOf: (character) => (EXTENSION.includes(character) ? 2 : 1),
  single: 160,
  each: 153,
};
/** That of gateways that write a line feed as two septets. */
const GSM7_WIDE_FEED: Alphabet = {
  ...GSM7,
  unitsOf: (character) => (character === '\n' ? 2 : GSM7.unitsOf(character)),
};
const UCS2: Alphabet = { encoding: 'ucs2', unitsOf: ({ length }) => length, single: 70, each: 67 };

/** The most parts of one message (specification section 8). */
export const MAX_PARTS: Readonly<Record<InterfaceVariant, number>> = { current: 10, earlier: 6 };

/** The longest text that can be sent (specification section 8), in UTF-16 units. */
export const MAX_TEXT_LENGTH: number = GSM7.each * MAX_PARTS.current;

const OPTIONS = {
  /** The variant of the interface, which decides how many parts there may be. Default: `'current'`. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /** The septets of a line feed: 1 (default), as GSM 03.38 has it, or 2, as some gateways count. */
  lineFeedSeptets: withDefault<LineFeedSeptets>(1, lineFeedSeptets),
};

/** The septets that a line feed takes. */
export type LineFeedSeptets = 1 | 2;

export function lineFeedSeptets(value: unknown, path: string): LineFeedSeptets {
  return value === 1 || value === 2 ? value : invalid(path, 'must be 1 or 2');
}

/** A text with tokens, which are written by the variant: a `MessageText`. */
interface TextByVariant {
  render(options: { readonly variant: InterfaceVariant }): string;
}

/** Options of {@link countMessageParts}. */
interface CountOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Counts the parts that a text message needs (specification sections 4.1 and 8; GSM 03.38).
 *
 * 160 septets or 70 UTF-16 units fit into one part; longer texts are cut into parts of 153 or 67, and a character that
 * takes two units is never split over two parts. All Polish letters are outside GSM 03.38. *
 * @param text - the message as it will be sent, or one with tokens, which are written as the variant has them
 * @param options - `variant`: `'current'` (default) allows 10 parts, `'earlier'` 6; `lineFeedSeptets`: 1 (default) or 2
 * @throws ValidationError when the text is no string, or an option or the variant is not known
 *
 * @example
 * ```ts
 * const { parts, encoding } = countMessageParts('Zażółć gęślą jaźń');
 * console.log(`${parts} part, as ${encoding}`);
 * ```
 */
export function countMessageParts(text: string | TextByVariant, options: CountOptions = {}): MessageParts {
  const { variant, lineFeedSeptets: feed } = readOptions(options, OPTIONS);
  if (typeof text === 'string') return countParts(text, variant, feed);
  const write = (): string => checkString(isByVariant(text) ? text.render({ variant }) : text, 'text');
  return countParts(reading('text', {}, write), variant, feed);
}

function isByVariant(text: unknown): text is TextByVariant {
  return isObject(text) && 'render' in text && typeof text.render === 'function';
}

function countParts(text: string, variant: InterfaceVariant, feed: LineFeedSeptets): MessageParts {
  const gsm7 = feed === 2 ? GSM7_WIDE_FEED : GSM7;
  const { encoding, units, parts } = measure(text, isPlainText(text) ? gsm7 : UCS2);
  const maxParts = MAX_PARTS[variant];
  return { encoding, units, parts, maxParts, fits: parts <= maxParts, isMinimum: hasPlaceholder(text) };
}

export function isPlainText(text: string): boolean {
  for (const character of text) if (!GSM_CHARACTERS.has(character)) return false;
  return true;
}

type Measured = Pick<MessageParts, 'encoding' | 'units' | 'parts'>;

function measure(text: string, { encoding, unitsOf, single, each }: Alphabet): Measured {
  let units = 0;
  let parts = 1;
  let filled = 0;
  for (const character of text) {
    const size = unitsOf(character);
    units += size;
    filled += size;
    if (filled > each) {
      parts += 1;
      filled = size;
    }
  }
  if (units <= single) parts = units === 0 ? 0 : 1;
  return { encoding, units, parts };
}

const PLACEHOLDER = /\[%[^%\]]+%\]/g;
/** The beginning of a shortened link; no other placeholder has a colon behind its name. */
const LINK = /\[%[\w-]+:/;
const END = '%]';

/** Returns true if a text has a token for a shortened link, `[%shortlink:<target_url>%]` (section 4.1, rule 7). */
export function hasShortLink(text: string): boolean {
  const start = text.search(LINK);
  // The target may hold any character, `%` and `]` too.
  return start !== -1 && text.indexOf(END, start) !== -1;
}

export function hasPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) !== -1 || hasShortLink(text);
}

/** The text without its placeholders: the least that can be left of it when they are filled in. */
export function withoutPlaceholders(text: string): string {
  let rest = text;
  let result = '';
  for (let start = rest.search(LINK); start !== -1; start = rest.search(LINK)) {
    const end = rest.indexOf(END, start);
    if (end === -1) break;
    result += rest.slice(0, start);
    rest = rest.slice(end + END.length);
  }
  return (result + rest).replace(PLACEHOLDER, '');
}
