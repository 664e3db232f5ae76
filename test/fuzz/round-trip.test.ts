import { describe, expect, it } from 'vitest';
import { roundTripLaws } from './round-trip.js';

/** Fixed, so that the suite says the same every time; `npm run test:slow -- fuzz` takes others. */
const SEED = 20_240_229;

describe('what is encoded is decoded as it was', () => {
  it.each(roundTripLaws().map((law) => [law.name, law] as const))('%s', (_name, law) => {
    expect(law.check(SEED, 60)).toBeUndefined();
  });
});
