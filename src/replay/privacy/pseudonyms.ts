import { internationalNumber } from '../../domain/phone-number.js';
import { isHex } from '../../domain/sending/limits.js';
import { countMessageParts } from '../../domain/sending/message-parts.js';
import { PRIVATE_KINDS, type PrivacyMark, type PrivateKind } from '../har/har.js';
import { MIN_DIGITS, withOtherDigits } from './digits.js';
import { withPlainNumbers } from './encoded-numbers.js';

/** The number of digits of a hash. The pseudonym of a text repeats after them. */
const HASH = 64;

/** The pseudonym of the gateway's words. */
const SAID = /^\[text-[0-9a-f]{12}\]$/;
const NAME = /^name-[0-9a-f]{12}$/;
const TEXT = /^[0-9a-fż][0-9a-f ]*$/;

export function isSaidPseudonym(value: string): boolean {
  return SAID.test(value);
}

export function isNamePseudonym(value: string): boolean {
  return NAME.test(value);
}

export function isTextPseudonym(value: string): boolean {
  if (!TEXT.test(value)) return false;
  const behind = value.slice(1);
  return [HASH, HASH + 1].some((period) => behind.startsWith(behind.slice(period)) && isHash(value.slice(1, period)));
}

/** A hash contains no space. The space follows it. */
function isHash(digits: string): boolean {
  return !digits.slice(0, HASH - 1).includes(' ');
}

/** The kinds of values to replace by pseudonyms. */
export type PseudonymChoice = Readonly<Record<PrivateKind, boolean>>;

function chosen(isChosen: (kind: PrivateKind) => boolean): PseudonymChoice {
  return { numbers: isChosen('numbers'), names: isChosen('names'), texts: isChosen('texts') };
}

/** The number of last digits of a telephone number to replace. The digits before them are country and operator. */
const HIDDEN_DIGITS = 6;
const HALF = HIDDEN_DIGITS / 2;
const BASE = 10 ** HALF;
const ROUNDS = 8;

/** The maximum number of digits of a telephone number (ITU E.164). In longer runs all digits are replaced. */
const MAX_DIGITS = 15;

/** The maximum number of cached pseudonyms per kind, so that frequent values are not hashed again. */
const MAX_KNOWN = 65_536;

/**
 * Replaces telephone numbers, names and texts by others of the same form. Equal values get equal pseudonyms, also in
 * different recordings. Without the key, a pseudonym does not reveal its value.
 */
export class Pseudonyms {
  readonly #choice: PseudonymChoice;
  readonly #key: Uint8Array | string;
  readonly #already: PseudonymChoice;
  readonly #known = new Map<string, Map<string, string>>();

  /** @param key - derived; or the original key for a cassette of version 1. Not used if no kind is chosen */
  constructor(choice: PseudonymChoice, key: Uint8Array | string, already: PseudonymChoice = chosen(() => false)) {
    this.#choice = choice;
    this.#key = key;
    this.#already = already;
  }

  /** The mark in a cassette that describes its pseudonyms. */
  get mark(): PrivacyMark | undefined {
    if (!this.isActive) return undefined;
    const kinds = PRIVATE_KINDS.filter((kind) => this.#choice[kind]);
    const mark = { kinds, key: this.#hash('key', '').slice(0, 16) };
    return this.#isOfVersion1 ? mark : { ...mark, derivation: 'scrypt' };
  }

  beside(kinds: readonly PrivateKind[]): Pseudonyms {
    if (!this.isActive) return this;
    return new Pseudonyms(
      chosen((kind) => this.#choice[kind] && !kinds.includes(kind)),
      this.#key,
      chosen((kind) => kinds.includes(kind)),
    );
  }

  /** Returns the same pseudonyms for more kinds. */
  with(kinds: readonly PrivateKind[]): Pseudonyms {
    return new Pseudonyms(
      chosen((kind) => this.#choice[kind] || kinds.includes(kind)),
      this.#key,
    );
  }

  get isActive(): boolean {
    return PRIVATE_KINDS.some((kind) => this.#choice[kind] || this.#already[kind]);
  }

  get replacesNumbers(): boolean {
    return this.#choice.numbers && !this.#isOfVersion1;
  }

  /** Replaces a telephone number, or several in one text. Returns them unchanged if numbers are not replaced. */
  number(value: string): string {
    return this.#choice.numbers ? this.#once('number', value, () => this.#number(value)) : value;
  }

  /** Replaces a name. If names are not replaced, replaces only the numbers in it. */
  name(value: string): string {
    if (value === '' || (this.#already.names && isNamePseudonym(value))) return value;
    if (!(this.#choice.names || this.#already.names)) return this.others(value);
    return this.#once('name', value, () => `name-${this.#hash('name', this.#asItWas(value)).slice(0, 12)}`);
  }

  /** Replaces the text of a message. If texts are not replaced, replaces only the numbers in it. */
  text(value: string): string {
    if (value === '' || (this.#already.texts && isTextPseudonym(value))) return value;
    if (!(this.#choice.texts || this.#already.texts)) return this.others(value);
    return this.#once('text', value, () => this.#text(this.#asItWas(value)));
  }

  /** Replaces the content of a file (base64) by other content of the same length, if texts are replaced. */
  file(value: string): string {
    return this.#choice.texts && value !== '' ? repeated(this.#hash('file', value), value.length) : value;
  }

  /** Replaces the gateway's own words if any kind is replaced, because they may echo any value. */
  said(value: string): string {
    if (!this.isActive || value === '' || isSaidPseudonym(value)) return value;
    return this.#once('said', value, () => `[text-${this.#hash('said', value).slice(0, 12)}]`);
  }

  others(value: string): string {
    if (!this.replacesNumbers) return value;
    return this.#once('others', value, () =>
      withOtherDigits(withPlainNumbers(value), MIN_DIGITS, false, (digits) => this.#otherDigits(digits)),
    );
  }

  isEncodedNumber(value: string): boolean {
    return this.replacesNumbers && withPlainNumbers(value) !== value;
  }

  /** Restores the numbers in a text, so that it gets the same pseudonym as the original text. */
  #asItWas(value: string): string {
    if (!this.#already.numbers || this.#isOfVersion1) return value;
    return withOtherDigits(value, MIN_DIGITS, false, (digits) => this.#otherDigits(digits, true));
  }

  get #isOfVersion1(): boolean {
    return typeof this.#key === 'string';
  }

  #once(kind: string, value: string, make: () => string): string {
    let known = this.#known.get(kind);
    if (known === undefined || known.size > MAX_KNOWN) this.#known.set(kind, (known = new Map()));
    let pseudonym = known.get(value);
    if (pseudonym === undefined) known.set(value, (pseudonym = make()));
    return pseudonym;
  }

  /** Replaces the last digits. All formats of a number get the same ones. */
  #number(value: string): string {
    const replaced = withOtherDigits(value, 1, true, (digits) => this.#otherDigits(digits));
    const isNumber = this.#isOfVersion1 || !/\p{L}/u.test(value);
    return isNumber ? replaced : `number-${this.#hash('number', value).slice(0, 12)}`;
  }

  /** Returns a text of the same length and encoding, so that it has the same number of message parts. */
  #text(value: string): string {
    const hash = this.#hash('text', value);
    if (isHex(value)) return repeated(hash, value.length);
    const filled = repeated(`${hash} `, value.length);
    return countMessageParts(value).encoding === 'gsm7' ? filled : `ż${filled.slice(1)}`;
  }

  /** Returns other digits for a number, or for a longer run of digits. */
  #otherDigits(digits: string, isBack = false): string {
    // The original digits are unknown.
    if (digits.length > MAX_DIGITS) return isBack ? digits : this.#longDigits(digits);
    const last = this.#lastDigits(internationalNumber(digits) ?? digits, isBack);
    return digits.slice(0, -HIDDEN_DIGITS) + last.slice(-Math.min(HIDDEN_DIGITS, digits.length));
  }

  /**
   * Replaces the last digits. Different numbers with the same prefix get different digits.
   *
   * @param isBack - reverses the replacement
   */
  #lastDigits(digits: string, isBack: boolean): string {
    const all = digits.padStart(HIDDEN_DIGITS, '0');
    const before = all.slice(0, -HIDDEN_DIGITS);
    const added = (round: number, half: number): number =>
      Number.parseInt(this.#hash('number', `${before}:${round}:${half}`).slice(0, 12), 16) % BASE;
    // A Feistel network with two halves of three digits each.
    let [left, right] = [Number(all.slice(-HIDDEN_DIGITS, -HALF)), Number(all.slice(-HALF))];
    for (let count = 0; count < ROUNDS; count++) {
      if (isBack) [left, right] = [(right - added(ROUNDS - 1 - count, left) + BASE) % BASE, left];
      else [left, right] = [right, (left + added(count, right)) % BASE];
    }
    return [left, right].map((half) => String(half).padStart(HALF, '0')).join('');
  }

  #longDigits(digits: string): string {
    const seed = this.#hash('digits', digits);
    let others = '';
    while (others.length < digits.length) {
      const hash = this.#hash('digits', `${others.length}:${seed}`);
      others += BigInt(`0x${hash.slice(0, 48)}`)
        .toString()
        .slice(-56)
        .padStart(56, '0');
    }
    return others.slice(0, digits.length);
  }

  #hash(kind: string, value: string): string {
    const { createHmac } = process.getBuiltinModule('node:crypto');
    return createHmac('sha256', this.#key).update(`${kind}:${value}`).digest('hex');
  }
}

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
