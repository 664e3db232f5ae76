import { digitOf } from '../../redact/normal-form.js';

/** Digits of any alphabet with up to three characters between them that are no letters: one number, or several. */
const RUN = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd})*/gu;
/** The same where lists are written with `;`, `,` or `|`: each number by itself. */
const RUN_IN_LIST = /\p{Nd}(?:[^\p{L}\p{Nd};,|]{0,3}\p{Nd})*/gu;

const DIGITS = /\p{Nd}/gu;

/**
 * Replaces numbers in a text by others, digit by digit.
 *
 * @param minDigits - what has fewer stays
 * @param isList - whether `;`, `,` and `|` stand between numbers
 * @param make - given the digits of a run in ASCII, gives as many others
 */
export function withOtherDigits(
  text: string,
  minDigits: number,
  isList: boolean,
  make: (digits: string) => string,
): string {
  return text.replace(isList ? RUN_IN_LIST : RUN, (run) => {
    const digits = asciiDigits(run);
    if (digits.length < minDigits) return run;
    const others = make(digits);
    let index = 0;
    return run.replace(DIGITS, (digit) => inAlphabetOf(digit, others[index++] ?? '0'));
  });
}

/** The digits of a text, whatever their alphabet, in ASCII. */
export function asciiDigits(text: string): string {
  return (text.match(DIGITS) ?? []).map((digit) => String(digitOf(digit))).join('');
}

function inAlphabetOf(digit: string, other: string): string {
  return String.fromCodePoint((digit.codePointAt(0) ?? 0) - digitOf(digit) + Number(other));
}
