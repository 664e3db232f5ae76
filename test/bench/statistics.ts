/** Some figures of the same thing: the middle one, and how far the others are from it. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Sums up some figures. */
export function summary(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
