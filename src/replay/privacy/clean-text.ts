import { numberKey } from '../../domain/phone-number.js';
import { listedEntries, type SentMessage, sentMessage } from '../../domain/sending/sent-messages.js';
import type { Redactor } from '../../redact/redact.js';
import { asciiDigits, MIN_DIGITS } from './digits.js';
import { NumberDigests } from './number-digests.js';
import type { Pseudonyms } from './pseudonyms.js';

/**
 * The kind of a text of a contract, for those who must not keep everything:
 *
 * - `number`: a telephone number; `name`: of a contact or a group, or a note of one; `text`: of a message
 * - `id`: what the gateway has named something, by which later requests ask for it
 * - `file`: the content of one, in base64
 * - `entry`: what a send says of its messages (section 2.2)
 * - `said`: the gateway's own words
 * - `other`: what callers choose by themselves
 */
export type FieldKind = 'number' | 'name' | 'text' | 'id' | 'file' | 'entry' | 'said' | 'other';

/** The rules by which a text is cleaned before it is kept. */
export interface TextRules {
  readonly pseudonyms: Pseudonyms;
  /** Hides credentials. */
  readonly mask: Redactor;
  /** The kind of a text, by the name of its field, or of the list that it is in. */
  readonly kindOf: (name: string) => FieldKind;
}

/** A text of digits and of signs between them; it may equal the user name of an account without being one. */
const NUMERIC = /^[\p{Nd}\s+().-]*$/u;

const MASKED_ID = 'redacted-1';

/** Makes of the texts of one call what a cassette keeps of them. */
export class TextCleaner {
  readonly #pseudonyms: Pseudonyms;
  readonly #mask: Redactor;
  readonly #kindOf: TextRules['kindOf'];
  /** The telephone numbers of the call, without their spelling. */
  readonly #numbers: ReadonlySet<string>;
  readonly #digests: NumberDigests;

  /** @param numbers - the telephone numbers of the call: an id that is one of them is none, nor is a digest kept */
  constructor({ pseudonyms, mask, kindOf }: TextRules, numbers: Iterable<string> = []) {
    this.#pseudonyms = pseudonyms;
    this.#mask = mask;
    this.#kindOf = kindOf;
    const all = pseudonyms.replacesNumbers ? [...numbers] : [];
    this.#numbers = new Set(all.map(keyOf).filter((key) => key.length >= MIN_DIGITS));
    this.#digests = new NumberDigests(all);
  }

  /** Cleans a text of the contract. @param name - of its field, or of the list that it is in */
  of(name: string, value: string): string {
    switch (this.#kindOf(name)) {
      case 'number':
        return this.#masked(this.#pseudonyms.number(value));
      case 'name':
        return this.#masked(this.#pseudonyms.name(this.#digests.hiddenIn(value)));
      case 'text':
        return this.#masked(this.#pseudonyms.text(this.#digests.hiddenIn(value)));
      case 'id':
        return this.#id(value);
      case 'file':
        return this.#pseudonyms.file(value);
      case 'entry':
        return this.#entries(value);
      case 'said':
        return this.said(value);
      default:
        return this.#masked(this.#pseudonyms.others(this.#digests.hiddenIn(value)));
    }
  }

  /** Cleans the gateway's own words. */
  said(value: string): string {
    return this.#mask(this.#pseudonyms.said(value));
  }

  #masked(value: string): string {
    return NUMERIC.test(value) ? value : this.#mask(value);
  }

  /** Later requests name it: only what is no id at all is replaced, by what looks like one. */
  #id(value: string): string {
    const cleaned = this.#numbers.has(keyOf(value)) ? this.#pseudonyms.number(value) : value;
    const isKept = this.#masked(cleaned) === cleaned && this.#digests.hiddenIn(value) === value;
    return isKept && !this.#pseudonyms.isEncodedNumber(value) ? cleaned : MASKED_ID;
  }

  /** Cleans the entry of a send about one message, or about several in one text. */
  #entries(value: string): string {
    const listed = value.includes(';') ? listedEntries(value) : undefined;
    return listed === undefined ? this.#entry(value) : listed.map((entry) => this.#entry(entry)).join(';');
  }

  #entry(raw: string): string {
    if (raw.trim() === '') return raw;
    const sent = sentMessage(raw);
    if (sent.outcome === 'accepted') return this.#accepted(raw, sent);
    return sent.outcome === 'rejected' ? raw : this.said(raw);
  }

  /** In its own spelling: the entry as it was is given to the caller, too. */
  #accepted(raw: string, { id, number }: SentMessage & { readonly outcome: 'accepted' }): string {
    const idStart = raw.indexOf(id, raw.indexOf(':') + 1);
    const idEnd = idStart + id.length;
    const numberStart = number === undefined ? raw.length : raw.lastIndexOf(number);
    const others = number === undefined ? '' : this.#pseudonyms.number(raw.slice(numberStart));
    return raw.slice(0, idStart) + this.#id(id) + raw.slice(idEnd, numberStart) + others;
  }
}

/** A number in one spelling, whatever its digits are. */
function keyOf(value: string): string {
  const digits = asciiDigits(value);
  return digits.length === 0 ? value : numberKey(digits);
}
