import { internationalNumber } from '../../domain/phone-number.js';
import { isHex } from '../../domain/sending/limits.js';
import { countMessageParts } from '../../domain/sending/message-parts.js';
import { PRIVATE_KINDS, type PrivacyMark, type PrivateKind } from '../har/har.js';
import { MIN_DIGITS, withOtherDigits, withPlainNumbers } from './digits.js';

export type PseudonymChoice = Readonly<Record<PrivateKind, boolean>>;

const HIDDEN_DIGITS = 6;
const HALF = HIDDEN_DIGITS / 2;
const BASE = 10 ** HALF;
const ROUNDS = 8;

const MAX_DIGITS = 15;

export class Pseudonyms {
  readonly #choice: PseudonymChoice;
  readonly #key: Uint8Array;

  constructor(choice: PseudonymChoice, key: Uint8Array) {
    this.#choice = choice;
    this.#key = key;
  }

  get mark(): PrivacyMark | undefined {
    if (!this.isActive) return undefined;
    const kinds = PRIVATE_KINDS.filter((kind) => this.#choice[kind]);
    return { kinds, key: this.#hash('key', '').slice(0, 16) };
  }

  get isActive(): boolean {
    return PRIVATE_KINDS.some((kind) => this.#choice[kind]);
  }

  get replacesNumbers(): boolean {
    return this.#choice.numbers;
  }

  number(value: string): string {
    return this.#choice.numbers ? this.#number(value) : value;
  }

  name(value: string): string {
    if (value === '' || !this.#choice.names) return this.others(value);
    return `name-${this.#hash('name', value).slice(0, 12)}`;
  }

  text(value: string): string {
    if (value === '' || !this.#choice.texts) return this.others(value);
    return this.#text(value);
  }

  file(value: string): string {
    return this.#choice.texts && value !== '' ? repeated(this.#hash('file', value), value.length) : value;
  }

  /** Replaces the gateway's own words if any kind is replaced, because they may echo any value. */
  said(value: string): string {
    if (!this.isActive || value === '') return value;
    return `[text-${this.#hash('said', value).slice(0, 12)}]`;
  }

  others(value: string): string {
    if (!this.replacesNumbers) return value;
    return withOtherDigits(withPlainNumbers(value), MIN_DIGITS, false, (digits) => this.#otherDigits(digits));
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

  #otherDigits(digits: string): string {
    if (digits.length > MAX_DIGITS) {
      const decimal = BigInt(`0x${this.#hash('digits', digits)}`).toString();
      return repeated(decimal, digits.length);
    }
    const last = this.#lastDigits(internationalNumber(digits) ?? digits);
    return digits.slice(0, -HIDDEN_DIGITS) + last.slice(-Math.min(HIDDEN_DIGITS, digits.length));
  }

  #lastDigits(digits: string): string {
    const all = digits.padStart(HIDDEN_DIGITS, '0');
    const before = all.slice(0, -HIDDEN_DIGITS);
    const added = (round: number, half: number): number =>
      Number.parseInt(this.#hash('number', `${before}:${round}:${half}`).slice(0, 12), 16) % BASE;
    // A Feistel network with two halves of three digits each, so that numbers get different pseudonyms.
    let [left, right] = [Number(all.slice(-HIDDEN_DIGITS, -HALF)), Number(all.slice(-HALF))];
    for (let round = 0; round < ROUNDS; round++) [left, right] = [right, (left + added(round, right)) % BASE];
    return [left, right].map((half) => String(half).padStart(HALF, '0')).join('');
  }

  #hash(kind: string, value: string): string {
    const { createHmac } = process.getBuiltinModule('node:crypto');
    return createHmac('sha256', this.#key).update(`${kind}:${value}`).digest('hex');
  }
}

export const NO_PSEUDONYMS: Pseudonyms = new Pseudonyms(
  { numbers: false, names: false, texts: false },
  new Uint8Array(),
);

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
