import { unescaped } from '../../redact/escapes.js';
import { MappedText } from '../../redact/mapped-text.js';
import { digitOf } from '../../redact/normal-form.js';

const ALL_DIGITS = /\p{Nd}/gu;
const LETTER = /\p{L}/u;
const SPACES = /[\s\p{Cf}+]+/gu;

const MAX_GAP = 20;
const MAX_SIGNS = 3;

export const MIN_DIGITS = 7;

const BETWEEN_NUMBERS = /[;,|\n/]+/;

interface DigitRun {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

export function withOtherDigits(
  text: string,
  minDigits: number,
  isList: boolean,
  make: (digits: string) => string,
): string {
  let made = '';
  let from = 0;
  for (const { start, end, digits } of digitRuns(text, minDigits, isList)) {
    const others = make(digits);
    let index = 0;
    const replaced = text
      .slice(start, end)
      .replace(ALL_DIGITS, (digit) => inAlphabetOf(digit, Number(others[index++] ?? '0')));
    made += text.slice(from, start) + replaced;
    from = end;
  }
  return made + text.slice(from);
}

const CONTROL = /\p{Cc}/gu;

/** Decodes numbers that are written with HTML, URL or JSON escapes. */
export function withPlainNumbers(text: string): string {
  const decoded = unescaped(new MappedText(text));
  if (decoded === undefined) return text;
  let made = '';
  let from = 0;
  for (const { start, end } of digitRuns(decoded.text, MIN_DIGITS)) {
    made += text.slice(from, decoded.startOf(start)) + decoded.text.slice(start, end).replace(CONTROL, ' ');
    from = decoded.endOf(end - 1);
  }
  return made + text.slice(from);
}

export function* digitRuns(text: string, minDigits: number, isList = false): Iterable<DigitRun> {
  for (const run of wholeRuns(text, isList)) {
    if (run.digits.length < minDigits) continue;
    yield* apart(text, run);
  }
}

function* wholeRuns(text: string, isList: boolean): Iterable<DigitRun> {
  let run: { start: number; end: number; digits: string } | undefined;
  for (const { 0: digit, index } of text.matchAll(ALL_DIGITS)) {
    if (run !== undefined && !isInNumber(text.slice(run.end, Math.min(index, run.end + MAX_GAP)), isList)) {
      yield run;
      run = undefined;
    }
    run ??= { start: index, end: index, digits: '' };
    run.end = index + digit.length;
    run.digits += String(digitOf(digit));
  }
  if (run !== undefined) yield run;
}

function isInNumber(gap: string, isList: boolean): boolean {
  if (gap === '') return true;
  if (gap.length === MAX_GAP || LETTER.test(gap) || (isList && /[;,|]/.test(gap))) return false;
  return gap.replace(SPACES, '').length <= MAX_SIGNS;
}

function* apart(text: string, run: DigitRun): Iterable<DigitRun> {
  const pieces: DigitRun[] = [];
  let start = run.start;
  for (const piece of text.slice(run.start, run.end).split(BETWEEN_NUMBERS)) {
    const at = text.indexOf(piece, start);
    start = at + piece.length;
    pieces.push({ start: at, end: start, digits: asciiDigits(piece) });
  }
  if (pieces.length > 1 && pieces.every(({ digits }) => digits.length >= MIN_DIGITS)) yield* pieces;
  else yield run;
}

export function asciiDigits(text: string): string {
  return (text.match(ALL_DIGITS) ?? []).map((digit) => String(digitOf(digit))).join('');
}

function inAlphabetOf(digit: string, other: number): string {
  return String.fromCodePoint((digit.codePointAt(0) ?? 0) - digitOf(digit) + other);
}
