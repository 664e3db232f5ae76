import { internationalNumber } from '../../domain/phone-number.js';
import { isHex } from '../../domain/sending/limits.js';
import { countMessageParts } from '../../domain/sending/message-parts.js';
import { PRIVATE_KINDS, type PrivacyMark, type PrivateKind } from '../har/har.js';
import { MIN_DIGITS, withOtherDigits, withPlainNumbers } from './digits.js';

const HASH = 64;

const SAID = /^\[text-[0-9a-f]{12}\]$/;
const NAME = /^name-[0-9a-f]{12}$/;
const TEXT = /^[0-9a-fż][0-9a-f ]*$/;

function isSaidPseudonym(value: string): boolean {
  return SAID.test(value);
}

function isNamePseudonym(value: string): boolean {
  return NAME.test(value);
}

function isTextPseudonym(value: string): boolean {
  if (!TEXT.test(value)) return false;
  const behind = value.slice(1);
  return [HASH, HASH + 1].some((period) => behind.startsWith(behind.slice(period)) && isHash(value.slice(1, period)));
}

function isHash(digits: string): boolean {
  return !digits.slice(0, HASH - 1).includes(' ');
}

export type PseudonymChoice = Readonly<Record<PrivateKind, boolean>>;

function chosen(isChosen: (kind: PrivateKind) => boolean): PseudonymChoice {
  return { numbers: isChosen('numbers'), names: isChosen('names'), texts: isChosen('texts') };
}

const HIDDEN_DIGITS = 6;
const HALF = HIDDEN_DIGITS / 2;
const BASE = 10 ** HALF;
const ROUNDS = 8;

const MAX_DIGITS = 15;

/** The maximum number of cached pseudonyms per kind, so that frequent values are not hashed again. */
const MAX_KNOWN = 65_536;

export class Pseudonyms {
  readonly #choice: PseudonymChoice;
  readonly #key: Uint8Array;
  readonly #already: PseudonymChoice;
  readonly #known = new Map<string, Map<string, string>>();

  constructor(choice: PseudonymChoice, key: Uint8Array, already: PseudonymChoice = chosen(() => false)) {
    this.#choice = choice;
    this.#key = key;
    this.#already = already;
  }

  get mark(): PrivacyMark | undefined {
    if (!this.isActive) return undefined;
    const kinds = PRIVATE_KINDS.filter((kind) => this.#choice[kind]);
    return { kinds, key: this.#hash('key', '').slice(0, 16) };
  }

  beside(kinds: readonly PrivateKind[]): Pseudonyms {
    if (!this.isActive) return this;
    return new Pseudonyms(
      chosen((kind) => this.#choice[kind] && !kinds.includes(kind)),
      this.#key,
      chosen((kind) => kinds.includes(kind)),
    );
  }

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
    return this.#choice.numbers;
  }

  number(value: string): string {
    return this.#choice.numbers ? this.#once('number', value, () => this.#number(value)) : value;
  }

  name(value: string): string {
    if (value === '' || (this.#already.names && isNamePseudonym(value))) return value;
    if (!(this.#choice.names || this.#already.names)) return this.others(value);
    return this.#once('name', value, () => `name-${this.#hash('name', this.#asItWas(value)).slice(0, 12)}`);
  }

  text(value: string): string {
    if (value === '' || (this.#already.texts && isTextPseudonym(value))) return value;
    if (!(this.#choice.texts || this.#already.texts)) return this.others(value);
    return this.#once('text', value, () => this.#text(this.#asItWas(value)));
  }

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

  /** Restores the numbers in a text, so that it gets the same pseudonym as the original text. */
  #asItWas(value: string): string {
    if (!this.#already.numbers) return value;
    return withOtherDigits(value, MIN_DIGITS, false, (digits) => this.#otherDigits(digits, true));
  }

  #once(kind: string, value: string, make: () => string): string {
    let known = this.#known.get(kind);
    if (known === undefined || known.size > MAX_KNOWN) this.#known.set(kind, (known = new Map()));
    let pseudonym = known.get(value);
    if (pseudonym === undefined) known.set(value, (pseudonym = make()));
    return pseudonym;
  }

  #number(value: string): string {
    const replaced = withOtherDigits(value, 1, true, (digits) => this.#otherDigits(digits));
    return /\p{L}/u.test(value) ? `number-${this.#hash('number', value).slice(0, 12)}` : replaced;
  }

  /** Returns a text of the same length and encoding, so that it has the same number of message parts. */
  #text(value: string): string {
    const hash = this.#hash('text', value);
    if (isHex(value)) return repeated(hash, value.length);
    const filled = repeated(`${hash} `, value.length);
    return countMessageParts(value).encoding === 'gsm7' ? filled : `ż${filled.slice(1)}`;
  }

  #otherDigits(digits: string, isBack = false): string {
    // The original digits are unknown.
    if (digits.length > MAX_DIGITS) return isBack ? digits : this.#longDigits(digits);
    const last = this.#lastDigits(internationalNumber(digits) ?? digits, isBack);
    return digits.slice(0, -HIDDEN_DIGITS) + last.slice(-Math.min(HIDDEN_DIGITS, digits.length));
  }

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
