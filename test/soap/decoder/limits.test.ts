import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, REQUEST_REPEATS, repeatsOf } from '../../../src/soap/decoder/limits.js';

describe('the most that a document repeats of itself', () => {
  it('is 1 MiB of a response, or sixteen times its length', () => {
    const most = (length: number): number => repeatsOf(DEFAULT_LIMITS, length).bytes;
    expect([0, 65_536, 65_537, 1_000_000].map(most)).toEqual([1_048_576, 1_048_576, 1_048_592, 16_000_000]);
  });

  it('is 64 KiB of a request, or its length', () => {
    const most = (length: number): number =>
      repeatsOf({ ...DEFAULT_LIMITS, maxRepeats: REQUEST_REPEATS }, length).bytes;
    expect([0, 65_536, 65_537, 1_000_000].map(most)).toEqual([65_536, 65_536, 65_537, 1_000_000]);
  });

  it('needs no further reckoning once the length is known', () => {
    const maxRepeats = repeatsOf(DEFAULT_LIMITS, 1_000_000);
    expect(repeatsOf({ ...DEFAULT_LIMITS, maxRepeats }, 5_000_000)).toEqual(maxRepeats);
  });
});
