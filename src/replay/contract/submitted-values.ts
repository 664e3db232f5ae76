import { numberKey } from '../../domain/phone-number.js';

/** The numbers and idx of a request, by the recorded values in the same positions. */
export interface SubmittedValues {
  /** Submitted telephone numbers, by the recorded ones. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same by normalized keys, for numbers in another format. */
  readonly numbers: ReadonlyMap<string, string>;
  /** By the keys of the recorded idx. */
  readonly idx: ReadonlyMap<string, string>;
}

const NUMBER = /(?<!\d)\d{9,15}(?!\d)/g;

/** Replaces the recorded numbers in the entries of a send: `OK:<ID>:<POINTS>:<PHONE>`. */
export function withNumbers(text: string, { numbers }: SubmittedValues): string {
  if (numbers.size === 0) return text;
  return text.replace(NUMBER, (digits) => numbers.get(numberKey(digits)) ?? digits);
}
