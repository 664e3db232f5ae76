import { unescaped } from '../../redact/escapes.js';
import { MappedText } from '../../redact/mapped-text.js';
import { MASK } from '../../redact/mask.js';
import { digitRuns, MIN_DIGITS } from './digits.js';

const MAX_LEVELS = 6;

const HEX_BYTES = /[\da-fx=\\ :,;]{14,}/gi;
const HEX_CHARACTERS = /[\\\da-f ]{14,}/gi;
const BASE64 = /[A-Za-z\d+/_-]{10,}={0,2}/g;

const NUMBER = /[\p{Nd}⁰¹²³⁴-⁹₀-₉⓪①-⑨⓿❶-❾](?:[\s\p{Cf}\p{Pd}+()./_]{0,8}[\p{Nd}⁰¹²³⁴-⁹₀-₉⓪①-⑨⓿❶-❾]){6}/u;

export function withPlainNumbers(text: string): string {
  if (text.length < MIN_DIGITS) return text;
  return withoutEscaped(text)
    .replace(HEX_BYTES, (run) => (holdsNumber(textsOfHex(run)) ? MASK : run))
    .replace(HEX_CHARACTERS, (run) => (holdsNumber([textOfCharacters(run)]) ? MASK : run))
    .replace(BASE64, (run) => (holdsNumber(textsOfBase64(run)) ? MASK : run));
}

const CONTROL = /\p{Cc}/gu;

function withoutEscaped(text: string): string {
  let made = text;
  let level = unescaped(new MappedText(text));
  for (let count = 1; level !== undefined; count++) {
    if (count > MAX_LEVELS) return MASK;
    const plain = withPlain(made, level);
    // Decoded numbers are plain in all following levels.
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
  // The first digit may belong to something else.
  return [digits, digits.slice(1)].flatMap((some) => textsOf(Buffer.from(some, 'hex')));
}

function textOfCharacters(run: string): string {
  const codes = Array.from(run.matchAll(/\\([\da-f]{1,6})/gi), ([, hex = '']) => Number.parseInt(hex, 16));
  return codes.map((code) => (code > 0x10_ffff ? '' : String.fromCodePoint(code))).join('');
}

function textsOfBase64(run: string): readonly string[] {
  const characters = run.replaceAll('=', '');
  // The text may start in the middle of a group. Only every fourth character starts a byte.
  return ['', 'A', 'AA', 'AAA'].flatMap((before) => textsOf(Buffer.from(before + characters, 'base64')));
}

function textsOf(bytes: Buffer): readonly string[] {
  const wide = [bytes, bytes.subarray(1)].map((some) => some.toString('utf16le'));
  return [bytes.toString('utf8'), ...wide];
}

function holdsNumber(texts: readonly string[]): boolean {
  return texts.some((text) => NUMBER.test(text));
}
