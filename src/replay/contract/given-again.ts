import { numberKey } from '../../domain/phone-number.js';

/** What a request has in the places where the recorded request had something else. */
export interface GivenAgain {
  /** Telephone numbers as they were submitted, by the recorded ones. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same by their keys, for numbers in another spelling. */
  readonly numbers: ReadonlyMap<string, string>;
  /** By the keys of the recorded idx. */
  readonly idx: ReadonlyMap<string, string>;
}

const NUMBER = /(?<!\d)\d{9,15}(?!\d)/g;

/** Replaces the recorded numbers in the entries of a send: `OK:<ID>:<POINTS>:<PHONE>`. */
export function withNumbers(text: string, { numbers }: GivenAgain): string {
  if (numbers.size === 0) return text;
  return text.replace(NUMBER, (digits) => numbers.get(numberKey(digits)) ?? digits);
}
