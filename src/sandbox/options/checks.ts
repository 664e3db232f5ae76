import { text } from '../../domain/check-values.js';
import { invalid } from '../../options/check.js';

/** A text that has to be there. */
export function requiredText(value: unknown, path: string): string {
  return value === undefined ? invalid(path, 'is missing') : text(value, path);
}

/** The least amount of points above 0: they have four decimals. */
const LEAST_POINTS = 0.0001;
const MOST_POINTS = 900_000_000_000;

/** An amount of points, or a price in points: 0, or a number from 0.0001 to 900,000,000,000. */
export function amount(value: number, path: string): number {
  if (!Number.isFinite(value) || value < 0) invalid(path, 'is not a number of 0 or more');
  if (value > 0 && value < LEAST_POINTS) invalid(path, 'is above 0 but less than 0.0001: points have four decimals');
  if (value > MOST_POINTS) invalid(path, 'is more than 900,000,000,000: four decimals would be lost');
  // `+ 0` makes -0 a plain zero.
  return value + 0;
}
