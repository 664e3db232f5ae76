const SCALE = 10_000;

/**
 * Rounds points to four decimals, so that sums of prices like 0.16 show no noise of binary fractions.
 *
 * @param points - any finite amount
 */
export function roundPoints(points: number): number {
  return Math.round(points * SCALE) / SCALE;
}
