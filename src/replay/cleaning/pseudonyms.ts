import { isHex } from '../../domain/limits.js';
import { countMessageParts } from '../../domain/message-parts.js';
import { internationalNumber } from '../../domain/phone-number.js';
import { PRIVATE_KINDS, type PrivacyMark, type PrivateKind } from '../har/har.js';
import type { FieldKind } from '../matching/fields.js';

/** What is replaced by pseudonyms. */
export type PseudonymChoice = Readonly<Record<PrivateKind, boolean>>;

function chosen(isChosen: (kind: PrivateKind) => boolean): PseudonymChoice {
  return { numbers: isChosen('numbers'), names: isChosen('names'), texts: isChosen('texts') };
}

/** How many digits at the end of a telephone number are replaced: what is before them is country and operator. */
const HIDDEN_DIGITS = 6;
const HALF = HIDDEN_DIGITS / 2;
const ROUNDS = 8;

/**
 * Replaces telephone numbers, names and texts by others of the same form. Equal values stay equal, also from recording
 * to recording; who does not have the key cannot tell which value a pseudonym stands for.
 */
export class Pseudonyms {
  readonly #choice: PseudonymChoice;
  readonly #key: string;

  constructor(choice: PseudonymChoice, key: string) {
    this.#choice = choice;
    this.#key = key;
  }

  /** What tells, in a cassette, what in it is a pseudonym. */
  get mark(): PrivacyMark | undefined {
    if (!this.isActive) return undefined;
    return { kinds: PRIVATE_KINDS.filter((kind) => this.#choice[kind]), key: this.#hash('key', '').slice(0, 16) };
  }

  /** The same for fewer kinds. */
  without(kinds: readonly PrivateKind[]): Pseudonyms {
    return new Pseudonyms(
      chosen((kind) => this.#choice[kind] && !kinds.includes(kind)),
      this.#key,
    );
  }

  /** The same for more kinds. */
  with(kinds: readonly PrivateKind[]): Pseudonyms {
    return new Pseudonyms(
      chosen((kind) => this.#choice[kind] || kinds.includes(kind)),
      this.#key,
    );
  }

  /** Whether anything is replaced at all. */
  get isActive(): boolean {
    const { numbers, names, texts } = this.#choice;
    return numbers || names || texts;
  }

  /** What stands for a value of a kind; the value itself where that kind is not replaced. */
  of(kind: FieldKind, value: string): string {
    if (value === '') return value;
    if (kind === 'number') return this.#choice.numbers ? this.#number(value) : value;
    if (kind === 'name') return this.#choice.names ? this.#name(value) : value;
    return kind === 'text' && this.#choice.texts ? this.#text(value) : value;
  }

  /** A text of others with what may be a telephone number in it replaced. */
  numbersIn(text: string): string {
    return this.#choice.numbers ? text.replace(/\d{9,15}/g, (digits) => this.#number(digits)) : text;
  }

  /** The last digits are others; spellings of one number have the same ones. */
  #number(value: string): string {
    const digits = this.#digits(internationalNumber(value) ?? value);
    let left = HIDDEN_DIGITS;
    let result = '';
    for (let index = value.length - 1; index >= 0; index--) {
      const character = value[index] ?? '';
      const isHidden = left > 0 && /\d/.test(character);
      if (isHidden) left -= 1;
      result = (isHidden ? (digits[left] ?? '0') : character) + result;
    }
    return result;
  }

  #name(value: string): string {
    return `name-${this.#hash('name', value).slice(0, 12)}`;
  }

  /** As long as the text, in the same encoding: so it has as many parts. */
  #text(value: string): string {
    const hash = this.#hash('text', value);
    if (isHex(value)) return repeated(hash, value.length);
    const filled = repeated(`${hash} `, value.length);
    return countMessageParts(value).encoding === 'gsm7' ? filled : `ż${filled.slice(1)}`;
  }

  /** What stands for the last digits: of all numbers that begin alike no two get the same. */
  #digits(value: string): string {
    const all = value.replace(/\D/g, '').padStart(HIDDEN_DIGITS, '0');
    const before = all.slice(0, -HIDDEN_DIGITS);
    // A Feistel network over two halves of three digits each.
    let [left, right] = [Number(all.slice(-HIDDEN_DIGITS, -HALF)), Number(all.slice(-HALF))];
    for (let round = 0; round < ROUNDS; round++) {
      const added = Number.parseInt(this.#hash('number', `${before}:${round}:${right}`).slice(0, 12), 16);
      [left, right] = [right, (left + added) % 10 ** HALF];
    }
    return [left, right].map((half) => String(half).padStart(HALF, '0')).join('');
  }

  #hash(kind: string, value: string): string {
    const { createHmac } = process.getBuiltinModule('node:crypto');
    return createHmac('sha256', this.#key).update(`${kind}:${value}`).digest('hex');
  }
}

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
