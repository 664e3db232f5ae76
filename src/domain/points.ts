const SCALE = 10_000;

/** Rounds points to four decimals. This removes binary rounding errors from sums of prices like 0.16. */
export function roundPoints(points: number): number {
  return Math.round(points * SCALE) / SCALE;
}
