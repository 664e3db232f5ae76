import type { MappedText } from './mapped-text.js';

/** A text in a normal form: codes of 7 bits, and where in the source of the text each of them begins and ends. */
export interface NormalForm {
  readonly codes: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const NOTHING = 0;
const SPACE = 0x20;
/** Doubled by SQL and others; a run of one of them counts as one. */
const QUOTES: ReadonlySet<number> = new Set([0x22, 0x27, 0x60]);

/** White space, control characters and "+" (a space in a URL) are a space, "\" is nothing, letters are small. */
const ASCII: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code <= SPACE || code === 0x7f || code === 0x2b) return SPACE;
  return code === 0x5c ? NOTHING : String.fromCharCode(code).toLowerCase().charCodeAt(0);
});

const ALPHANUMERIC: Uint8Array = ASCII.map((code) => (/[\da-z]/.test(String.fromCharCode(code)) ? code : NOTHING));

/** Characters that Unicode does not decompose, with the way to write them in ASCII. */
const TRANSLITERATED: ReadonlyMap<string, string> = new Map(
  `łl øo đd ðd þth ßss æae œoe ıi ħh ŧt €eur “" ”" „" «" »" ‘' ’' ‚' –- —- −- ‐- ‑-`
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

const DIGIT = /\p{Nd}/u;

/** The codes that no ASCII character has in its normal form are shared by all others. */
const FREE_LOW = 0x1f;
const FREE = FREE_LOW + 26;

/** Brings texts into a form that is the same however a server has written them down. */
export class Normalizer {
  readonly #known = new Map<number, readonly number[]>();

  /**
   * Letters small and without diacritics, digits of all scripts the same, quotes and white space single. Escapes have
   * to be undone before.
   */
  folded(from: MappedText): NormalForm {
    const { text } = from;
    const form = new Form();
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit < 0x80) {
        form.add(ASCII[unit] ?? NOTHING, from.startOf(index), from.endOf(index));
        continue;
      }
      const codePoint = text.codePointAt(index) ?? 0;
      const last = codePoint > 0xffff ? index + 1 : index;
      for (const code of this.#codesOf(codePoint)) form.add(code, from.startOf(index), from.endOf(last));
      index = last;
    }
    return form;
  }

  /**
   * Only the letters and digits of ASCII: what is left whether a server has replaced all others by `?`, dropped them,
   * or read them in a wrong charset.
   */
  alphanumeric(from: MappedText): NormalForm {
    const { text } = from;
    const form = new Form();
    for (let index = 0; index < text.length; index++) {
      form.add(ALPHANUMERIC[text.charCodeAt(index)] ?? NOTHING, from.startOf(index), from.endOf(index));
    }
    return form;
  }

  #codesOf(codePoint: number): readonly number[] {
    const known = this.#known.get(codePoint);
    if (known !== undefined) return known;
    const codes = codesOf(String.fromCodePoint(codePoint));
    this.#known.set(codePoint, codes);
    return codes;
  }
}

class Form implements NormalForm {
  readonly codes: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  #last = NOTHING;

  add(code: number, start: number, end: number): void {
    if (code === NOTHING || (code === this.#last && (code === SPACE || QUOTES.has(code)))) return;
    this.#last = code;
    this.codes.push(code);
    this.starts.push(start);
    this.ends.push(end);
  }
}

function codesOf(character: string): readonly number[] {
  if (DIGIT.test(character)) return [0x30 + digitOf(character)];
  const simple = character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '');
  const codes: number[] = [];
  for (const one of simple) {
    for (const unit of (TRANSLITERATED.get(one) ?? one).split('')) codes.push(codeOf(unit));
  }
  return codes;
}

function codeOf(unit: string): number {
  const code = unit.charCodeAt(0);
  if (code < 0x80) return ASCII[code] ?? NOTHING;
  if (/\s/.test(unit)) return SPACE;
  const free = code % FREE;
  return free < FREE_LOW ? free + 1 : 0x41 + free - FREE_LOW;
}

/**
 * Returns the value of a decimal digit of any script.
 *
 * @param character - of the category Nd
 */
export function digitOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  // The ten digits of a script are adjacent. Digits of at most one other script precede its zero.
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
