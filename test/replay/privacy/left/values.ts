import { ENCODINGS, type Form, SECRET_FORMS, SPELLINGS } from './forms.js';
import type { Random } from './random.js';

/** The kinds of recorded values. */
export type Kind = 'number' | 'name' | 'text' | 'secret';

/** A recorded value with its position and form. */
export interface Value {
  readonly kind: Kind;
  readonly value: string;
  readonly place: string;
  readonly form: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyząćęłńóśźż';
const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.';

/** Makes a value. A number is a Polish one, without its prefix. */
export function made(random: Random, kind: Kind): string {
  if (kind === 'number') return String(random.of([5, 6, 7, 8])) + random.text('0123456789', 8);
  if (kind === 'secret') return random.text(SIGNS, 12 + random.below(20));
  return Array.from({ length: kind === 'name' ? 2 : 4 }, () => random.text(LETTERS, 6 + random.below(5))).join(' ');
}

const entry = (random: Random, forms: Readonly<Record<string, Form>>): readonly [string, Form] =>
  random.of(Object.entries(forms));

/** Writes a value in a random form. */
export function written(random: Random, kind: Kind, value: string): Omit<Value, 'place'> & { text: string } {
  if (kind === 'name' || kind === 'text') return { kind, value, form: 'as it is', text: value };
  if (kind === 'secret') {
    const [form, make] = entry(random, SECRET_FORMS);
    return { kind, value, form, text: make(value) };
  }
  const [spelling, spell] = entry(random, SPELLINGS);
  if (random.below(2) === 0) return { kind, value, form: spelling, text: spell(value) };
  const [encoding, encode] = entry(random, ENCODINGS);
  return { kind, value, form: `${spelling}, ${encoding}`, text: encode(spell(value)) };
}
