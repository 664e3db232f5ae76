import { describe, expect, it } from 'vitest';
import { roundTripLaws } from './round-trip.js';

/** Fixed, so that each run has the same result. `npm run test:slow -- fuzz` uses other seeds. */
const SEED = 20_240_229;

describe('decoding an encoded value returns the same value', () => {
  it.each(roundTripLaws().map((law) => [law.name, law] as const))('%s', (_name, law) => {
    expect(law.check(SEED, 60)).toBeUndefined();
  });
});
