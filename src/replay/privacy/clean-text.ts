import { numberKey } from '../../domain/phone-number.js';
import { listedEntries, type SentMessage, sentMessage } from '../../domain/sending/sent-messages.js';
import type { Redactor } from '../../redact/redact.js';
import { asciiDigits, MIN_DIGITS } from './digits.js';
import type { Pseudonyms } from './pseudonyms.js';

/**
 * The kind of a text of a contract, which decides how it is redacted: - `number`: a telephone number; `name`: of a
 * contact or a group, or a note about one; `text`: of a message - `id`: an identifier of the gateway, which later
 * requests contain - `file`: the content of a file, in base64 - `entry`: the part of a send response about its messages
 * (section 2.2) - `said`: the gateway's own words - `other`: a value that callers choose
 */
export type FieldKind = 'number' | 'name' | 'text' | 'id' | 'file' | 'entry' | 'said' | 'other';

/** Returns the kind of a field by its name in a table; `other` if the table does not contain it. */
export function kindLookup(kinds: Readonly<Record<string, FieldKind>>): (name: string) => FieldKind {
  return (name) => (Object.hasOwn(kinds, name) ? (kinds[name] ?? 'other') : 'other');
}

export interface TextRules {
  readonly pseudonyms: Pseudonyms;
  readonly mask: Redactor;
  readonly kindOf: (name: string) => FieldKind;
}

const NUMERIC = /^[\p{Nd}\s+().-]*$/u;

const MASKED_ID = 'redacted-1';

export class TextCleaner {
  readonly #pseudonyms: Pseudonyms;
  readonly #mask: Redactor;
  readonly #kindOf: TextRules['kindOf'];
  readonly #numbers: ReadonlySet<string>;

  constructor({ pseudonyms, mask, kindOf }: TextRules, numbers: Iterable<string> = []) {
    this.#pseudonyms = pseudonyms;
    this.#mask = mask;
    this.#kindOf = kindOf;
    const all = pseudonyms.replacesNumbers ? [...numbers] : [];
    this.#numbers = new Set(all.map(keyOf).filter((key) => key.length >= MIN_DIGITS));
  }

  of(name: string, value: string): string {
    switch (this.#kindOf(name)) {
      case 'number':
        return this.#masked(this.#pseudonyms.number(value));
      case 'name':
        return this.#masked(this.#pseudonyms.name(value));
      case 'text':
        return this.#masked(this.#pseudonyms.text(value));
      case 'id':
        return this.#id(value);
      case 'file':
        return this.#pseudonyms.file(value);
      case 'entry':
        return this.#entries(value);
      case 'said':
        return this.said(value);
      default:
        return this.#masked(this.#pseudonyms.others(value));
    }
  }

  said(value: string): string {
    return this.#mask(this.#pseudonyms.said(value));
  }

  #masked(value: string): string {
    return NUMERIC.test(value) ? value : this.#mask(value);
  }

  #id(value: string): string {
    const cleaned = this.#numbers.has(keyOf(value)) ? this.#pseudonyms.number(value) : value;
    return this.#masked(cleaned) === cleaned ? cleaned : MASKED_ID;
  }

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

  /** Redacts the entry in its original notation, because the caller receives it unchanged, too. */
  #accepted(raw: string, { id, number }: SentMessage & { readonly outcome: 'accepted' }): string {
    const idStart = raw.indexOf(id, raw.indexOf(':') + 1);
    const idEnd = idStart + id.length;
    const numberStart = number === undefined ? raw.length : raw.lastIndexOf(number);
    const others = number === undefined ? '' : this.#pseudonyms.number(raw.slice(numberStart));
    return raw.slice(0, idStart) + this.#id(id) + raw.slice(idEnd, numberStart) + others;
  }
}

function keyOf(value: string): string {
  const digits = asciiDigits(value);
  return digits.length === 0 ? value : numberKey(digits);
}
