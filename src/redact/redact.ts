import { unescaped, withoutControls, withoutQuotedPrintable } from './escapes.js';
import { MappedText } from './mapped-text.js';
import { MASK, Mask } from './mask.js';
import { digitOf, type NormalForm, Normalizer } from './normal-form.js';
import { codesWithoutPrefix, formsOfSecret, lettersAndDigits } from './secret-forms.js';
import { MIN_SECRET, SecretWindows, WINDOW } from './secret-windows.js';

/** The most characters that all secrets together may have: a request with 180,000 telephone numbers. */
const MAX_SECRET_CHARACTERS = 2_000_000;

/** The number of escapes, one around the other, that are undone. A text with more of them is not shown. */
const MAX_LEVELS = 6;

/** A text is looked through in pieces, each with so much of the next one, for the memory that its forms take. */
const PIECE = 16_384;
const OVERLAP = 1024;

/** A text that may be base64, also for URLs and in lines, of seven bytes. */
const BASE64 = /[A-Za-z\d+/_-]{9,}(?:\r?\n[A-Za-z\d+/_-]+)*={0,2}/g;
/** The number of times that base64 is undone inside itself. */
const MAX_BASE64 = 3;

export type Redactor = (text: string) => string;

/** Whatever knows secrets, and is asked for them only when an error is made. */
export interface SecretSource {
  secrets(): Iterable<string>;
}

/**
 * Removes known secrets, and texts that look like telephone numbers, from foreign text.
 *
 * Secrets and texts are compared in a normal form: lower case, without diacritics, with the escapes of HTML, XML, URLs,
 * JSON, SQL and quoted-printable decoded, also nested ones, and base64 decoded; and again by their ASCII letters and
 * digits only. Every piece of a secret with more than six characters is hidden, and complete secrets of four to six
 * characters. The time is proportional to the sum of the lengths, not to their product.
 *
 * If a comparison is impossible (too many secrets, endlessly nested escapes), the whole text is hidden.
 *
 * @param secrets - the values to hide; values with fewer than four characters are ignored
 * @returns a function for a fault string, or an excerpt of an HTML page, which may echo the request
 */
export function redactor(secrets: Iterable<string>): Redactor {
  const known = new KnownSecrets();
  let size = 0;
  for (const secret of secrets) {
    size += secret.length;
    if (size > MAX_SECRET_CHARACTERS) return (text) => (text === '' ? '' : MASK);
    known.add(secret);
  }
  return (text) => masked(text, known);
}

/**
 * {@link redactor} for a few secrets and stored texts. More forms are searched. Telephone numbers are preserved,
 * because they may be the content. A text that contains a completely encoded secret is hidden.
 */
export function secretRedactor(secrets: Iterable<string>): Redactor {
  const known = new KnownSecrets();
  const codes: string[] = [];
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET) continue;
    const forms = formsOfSecret(secret);
    for (const text of forms.texts) known.add(text);
    codes.push(...forms.codes);
  }
  const holdsCode = (text: string = ''): boolean => codes.some((code) => text.includes(code));
  return (text) => {
    const shown = masked(text, known, false);
    return holdsCode(lettersAndDigits(shown)) || holdsCode(codesWithoutPrefix(shown)) ? MASK : shown;
  };
}

/** {@link redactor} for a single text. */
export function redact(text: string, secrets: Iterable<string>): string {
  return redactor(secrets)(text);
}

/**
 * Masks what could be a full telephone number in a text, also with its characters escaped, all but its last three
 * digits.
 *
 * @param text - any text that goes into a message or a log line
 * @returns the text, with every run of nine or more digits shortened to `…` and its last three digits
 */
export function redactNumbers(text: string): string {
  return masked(text, undefined);
}

class KnownSecrets {
  readonly #windows = new SecretWindows();
  readonly #normalizer = new Normalizer();

  add(secret: string): void {
    if (secret.length < MIN_SECRET) return;
    // An apparent escape may be a real one, or a part of the secret. In a text it is decoded together with its
    // surroundings, so that a short rest must be found, too.
    let least = MIN_SECRET;
    eachLevel(new MappedText(secret), (level) => {
      this.#windows.add(this.#normalizer.folded(level).codes, least);
      least = 1;
      this.#windows.addLong(this.#normalizer.alphanumeric(level).codes);
    });
  }

  /** Reports the positions of pieces of secrets in the source of a text. */
  find(level: MappedText, found: (start: number, end: number) => void): void {
    this.#findIn(this.#normalizer.folded(level), found);
    if (level.text.length >= WINDOW) this.#findIn(this.#normalizer.alphanumeric(level), found);
  }

  #findIn({ codes, starts, ends }: NormalForm, found: (start: number, end: number) => void): void {
    for (const [first, last] of this.#windows.find(codes)) found(starts[first] ?? 0, ends[last] ?? 0);
  }
}

/** Quoted-printable is undone outside and inside so many other escapes. */
const MAX_QUOTED = 2;

/**
 * Undoes the escapes of a text as long as there are any.
 *
 * @param visit - called with the text as it is, and each time that escapes were undone; several times if they can be
 *   understood in several ways
 * @returns true if there were no more in the end
 */
function eachLevel(text: MappedText, visit: (level: MappedText) => void, mostQuoted: number = MAX_QUOTED): boolean {
  let level: MappedText | undefined = text;
  for (let count = 0; level !== undefined; count++) {
    if (count > MAX_LEVELS) return false;
    visit(level);
    const other = withoutControls(level);
    if (other !== undefined) visit(other);
    const plain = count < mostQuoted ? withoutQuotedPrintable(level) : undefined;
    if (plain !== undefined && !eachLevel(plain, visit, 0)) return false;
    level = unescaped(level);
  }
  return true;
}

function masked(text: string, known: KnownSecrets | undefined, hidesNumbers = true): string {
  // The detail of a Fault can be thousands of small texts and names.
  if (text.length < MIN_SECRET) return text;
  const mask = new Mask(text);
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = new MappedText(text.slice(from, from + PIECE + OVERLAP));
    const hide = (start: number, end: number): void => mask.hide(from + start, from + end);
    const isSure = eachLevel(piece, (level) => {
      for (const { start, end, lastDigits } of hidesNumbers ? numberRanges(level) : []) {
        mask.shorten(from + start, from + end, lastDigits);
      }
      if (known === undefined) return;
      known.find(level, hide);
      for (const { index, 0: run } of level.text.matchAll(BASE64)) {
        if (isBase64OfSecret(run, known, MAX_BASE64)) hide(level.startOf(index), level.endOf(index + run.length - 1));
      }
    });
    if (!isSure) hide(0, piece.text.length);
  }
  return mask.applied();
}

function isBase64OfSecret(run: string, known: KnownSecrets, depth: number): boolean {
  if (depth === 0) return false;
  const characters = run.replace(/[\r\n=]/g, '');
  // The position of the cut is unknown. Every fourth character begins a byte.
  return ['', 'A', 'AA', 'AAA'].some((before) => {
    const text = Buffer.from(before + characters, 'base64').toString('utf8');
    let holdsSecret = false;
    const isSure = eachLevel(new MappedText(text), (level) => {
      known.find(level, () => (holdsSecret = true));
      holdsSecret ||= (level.text.match(BASE64) ?? []).some((inner) => isBase64OfSecret(inner, known, depth - 1));
    });
    return holdsSecret || !isSure;
  });
}

interface NumberRange {
  /** The beginning and the end in the source of the text. */
  readonly start: number;
  readonly end: number;
  /** Three digits, in ASCII. */
  readonly lastDigits: string;
}

/** Digit runs of nine and more can be full telephone numbers (ITU E.164: up to 15 digits), separators allowed. */
const NUMBER_LIKE = /\+?\p{Nd}(?:[ \-().\u00a0\u2000-\u2015\u202f+]{0,2}\p{Nd}){8,}/gu;

function numberRanges(level: MappedText): readonly NumberRange[] {
  return Array.from(level.text.matchAll(NUMBER_LIKE), ({ 0: run, index }) => ({
    start: level.startOf(index),
    end: level.endOf(index + run.length - 1),
    lastDigits: Array.from(run.matchAll(/\p{Nd}/gu), ([digit]) => digitOf(digit))
      .slice(-3)
      .join(''),
  }));
}
