import { unescaped } from '../../redact/escapes.js';
import { MappedText } from '../../redact/mapped-text.js';
import { MASK } from '../../redact/mask.js';
import { digitRuns, MIN_DIGITS } from './digits.js';

/** The most escapes, one around the other, that are undone; a text with more of them is not kept. */
const MAX_LEVELS = 6;

/** What may be bytes in hexadecimal digits, each with or without a prefix; seven of them and more. */
const HEX_BYTES = /[\da-fx=\\ :,;]{14,}/gi;
/** What may be characters in hexadecimal digits behind a backslash, as CSS has them. */
const HEX_CHARACTERS = /[\\\da-f ]{14,}/gi;
/** What may be base64, also for URLs, of seven bytes and more. */
const BASE64 = /[A-Za-z\d+/_-]{10,}={0,2}/g;

/** A number in bytes that may be anything: with what people put between its digits. */
const NUMBER = /[\p{Nd}⁰¹²³⁴-⁹₀-₉⓪①-⑨⓿❶-❾](?:[\s\p{Cf}\p{Pd}+()./_]{0,8}[\p{Nd}⁰¹²³⁴-⁹₀-₉⓪①-⑨⓿❶-❾]){6}/u;

/**
 * Makes numbers in a text plain that are not seen there because their digits are escaped, as HTML, URLs, JSON and
 * others do, and hides those in bytes that are encoded. Plain numbers stay.
 */
export function withPlainNumbers(text: string): string {
  if (text.length < MIN_DIGITS) return text;
  return withoutEscaped(text)
    .replace(HEX_BYTES, (run) => (holdsNumber(textsOfHex(run)) ? MASK : run))
    .replace(HEX_CHARACTERS, (run) => (holdsNumber([textOfCharacters(run)]) ? MASK : run))
    .replace(BASE64, (run) => (holdsNumber(textsOfBase64(run)) ? MASK : run));
}

/** Characters that no message carries as they are. */
const CONTROL = /\p{Cc}/gu;

/** Undoes the escapes of numbers, also of those that were escaped several times. */
function withoutEscaped(text: string): string {
  let made = text;
  let level = unescaped(new MappedText(text));
  for (let count = 1; level !== undefined; count++) {
    if (count > MAX_LEVELS) return MASK;
    const plain = withPlain(made, level);
    // What is plain now stands in all levels from here on.
    level = plain === made ? level : levelOf(plain, count);
    made = plain;
    level = level && unescaped(level);
  }
  return made;
}

function levelOf(text: string, count: number): MappedText | undefined {
  let level: MappedText | undefined = new MappedText(text);
  for (let undone = 0; undone < count; undone++) level = level && unescaped(level);
  return level;
}

/** A text with those numbers plain, or hidden, that it has where escapes are undone. */
function withPlain(text: string, level: MappedText): string {
  const found = [...plainIn(level.text), ...hiddenIn(level.text)].sort((one, other) => one.start - other.start);
  let made = '';
  let from = 0;
  for (const { start, end, shown } of found) {
    const [first, last] = [level.startOf(start), level.endOf(end - 1)];
    if (first < from) continue;
    made += text.slice(from, first) + shown;
    from = last;
  }
  return made + text.slice(from);
}

/** A part of a text, and what is shown of it. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

function* plainIn(text: string): Iterable<Part> {
  for (const { start, end } of digitRuns(text, MIN_DIGITS)) {
    yield { start, end, shown: text.slice(start, end).replace(CONTROL, ' ') };
  }
}

function* hiddenIn(text: string): Iterable<Part> {
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    if (holdsNumber(textsOfBase64(run))) yield { start: index, end: index + run.length, shown: MASK };
  }
}

function textsOfHex(run: string): readonly string[] {
  const digits = run.replace(/0x|[^\da-f]/gi, '');
  // A digit before it may be of something else.
  return [digits, digits.slice(1)].flatMap((some) => textsOf(Buffer.from(some, 'hex')));
}

function textOfCharacters(run: string): string {
  const codes = Array.from(run.matchAll(/\\([\da-f]{1,6})/gi), ([, hex = '']) => Number.parseInt(hex, 16));
  return codes.map((code) => (code > 0x10_ffff ? '' : String.fromCodePoint(code))).join('');
}

function textsOfBase64(run: string): readonly string[] {
  const characters = run.replaceAll('=', '');
  // It is not known where it was cut: every fourth character begins with a whole byte.
  return ['', 'A', 'AA', 'AAA'].flatMap((before) => textsOf(Buffer.from(before + characters, 'base64')));
}

/** Bytes as texts in the charsets that are usual; those of UTF-16 begin with either byte. */
function textsOf(bytes: Buffer): readonly string[] {
  const wide = [bytes, bytes.subarray(1)].map((some) => some.toString('utf16le'));
  return [bytes.toString('utf8'), ...wide];
}

function holdsNumber(texts: readonly string[]): boolean {
  return texts.some((text) => NUMBER.test(text));
}
