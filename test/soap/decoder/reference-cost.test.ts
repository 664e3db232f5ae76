import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../../src/soap/decoder/limits.js';
import { type Known, ReferenceCost } from '../../../src/soap/decoder/reference-cost.js';

const costOf = (settings: Partial<DecodeSettings>): ReferenceCost =>
  new ReferenceCost({ ...DEFAULT_LIMITS, ...settings });
const known = (ownBytes: number, otherBytes = 0, references = 1): Known => ({
  value: undefined,
  ownBytes,
  otherBytes,
  references,
  usedAt: Number.POSITIVE_INFINITY,
});

describe('what references cost', () => {
  it('may be three times the length of the document in what is read at references', () => {
    const cost = costOf({});
    cost.read(100);
    cost.read(200);
    expect(cost.bytes).toBe(300);
    expect(cost.hasReadTooMuch(100)).toBe(false);
    cost.read(1);
    expect(cost.hasReadTooMuch(100)).toBe(true);
    // Bytes that were read are not repeated.
    expect(cost.hasTooMuch(0)).toBe(false);
  });

  it('is counted once where what was read is read again from a mark on', () => {
    const cost = costOf({ maxRepeats: { bytes: 45, times: 0 } });
    const [first, second] = [known(40, 1), known(30, 2)];
    cost.repeat(first, 0);
    for (let times = 0; times < 3; times++) {
      if (times === 0) cost.mark();
      else cost.reset();
      expect([cost.references, cost.bytes]).toEqual([1, 41]);
      cost.repeat(second, 0);
      cost.repeat(first, 0);
      // 40 and 30 were read; repeated were 1, 2, and 41.
      expect([cost.references, cost.bytes, cost.hasTooMuch(0)]).toEqual([3, 114, false]);
    }
    cost.mark();
    cost.repeat(second, 0);
    expect([cost.bytes, cost.hasTooMuch(0)]).toEqual([146, true]);
    cost.reset();
    expect([cost.references, cost.bytes, cost.hasTooMuch(0)]).toEqual([3, 114, false]);
  });
});
