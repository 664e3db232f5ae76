import { numberKey } from '../../domain/phone-number.js';

export interface SubmittedValues {
  readonly texts: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, string>;
  readonly idx: ReadonlyMap<string, string>;
}

const NUMBER = /(?<!\d)\d{9,15}(?!\d)/g;

export function withNumbers(text: string, { numbers }: SubmittedValues): string {
  if (numbers.size === 0) return text;
  return text.replace(NUMBER, (digits) => numbers.get(numberKey(digits)) ?? digits);
}
