import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../../src/soap/decoder/limits.js';
import { ReferenceCost } from '../../../src/soap/decoder/reference-cost.js';

const costOf = (settings: Partial<DecodeSettings>): ReferenceCost =>
  new ReferenceCost({ ...DEFAULT_LIMITS, ...settings });

describe('what references cost', () => {
  it('is at most three times the length of the document', () => {
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
});
