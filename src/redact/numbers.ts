import type { MappedText } from './mapped-text.js';
import { digitOf } from './normal-form.js';

/** A part of a text that can be a full telephone number. */
export interface NumberRange {
  /** The beginning and the end in the source of the text. */
  readonly start: number;
  readonly end: number;
  /** Three digits, in ASCII. */
  readonly lastDigits: string;
}

/** Digit runs of nine and more can be full telephone numbers (ITU E.164: up to 15 digits), separators allowed. */
const NUMBER_LIKE = /\+?\p{Nd}(?:[ \-().\u00a0\u2000-\u2015\u202f+]{0,2}\p{Nd}){8,}/gu;

/** Whatever can be a full telephone number. */
export function numberRanges(level: MappedText): readonly NumberRange[] {
  return Array.from(level.text.matchAll(NUMBER_LIKE), ({ 0: run, index }) => ({
    start: level.startOf(index),
    end: level.endOf(index + run.length - 1),
    lastDigits: Array.from(run.matchAll(/\p{Nd}/gu), ([digit]) => digitOf(digit))
      .slice(-3)
      .join(''),
  }));
}
