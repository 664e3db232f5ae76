import { MAX_PARAMS } from '../../../domain/sending/limits.js';
import type { ParamRow } from './send-order.js';

const PLACEHOLDER = new RegExp(`\\[%([1-${MAX_PARAMS}])%\\]`, 'g');

/** The value for the placeholder of a digit: `undefined` where the row has none; a nil one is empty. */
function valueOf(row: ParamRow, digit: string): string | undefined {
  const value = row[Number(digit) - 1];
  return value === null ? '' : value;
}

/** Measures a text with its placeholders filled in, in UTF-16 units; nothing is put together for it. */
export function filledLength(text: string, row: ParamRow): number {
  let { length } = text;
  for (const [placeholder, digit = ''] of text.matchAll(PLACEHOLDER)) {
    const value = valueOf(row, digit);
    if (value !== undefined) length += value.length - placeholder.length;
  }
  return length;
}

/** Fills in the placeholders; one without a value stays as it is, one with a nil value becomes empty. */
export function fillIn(text: string, row: ParamRow): string {
  return text.replace(PLACEHOLDER, (placeholder, digit: string) => valueOf(row, digit) ?? placeholder);
}
