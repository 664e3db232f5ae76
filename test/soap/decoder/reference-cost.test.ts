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
  it('is their number, those inside a repeated value counted again, up to a limit', () => {
    const cost = costOf({ maxReferences: 5 });
    cost.follow(10);
    cost.again(known(0, 0, 3), 20);
    cost.repeat(known(0), 30);
    expect(cost.references).toBe(5);
    expect(() => cost.follow(40)).toThrow(expect.objectContaining({ message: 'more than 5 references', offset: 40 }));
  });

  it('is nothing more for what is read where it stands, when it is first referred to', () => {
    const cost = costOf({ maxRepeats: { bytes: 99, times: 0 } });
    const value = known(40, 10);
    cost.repeat(value, 0);
    // What it refers to is repeated from the first time on.
    expect([cost.bytes, cost.hasTooMuch(0)]).toEqual([50, false]);
    cost.repeat(value, 0);
    expect([cost.bytes, cost.hasTooMuch(0)]).toEqual([100, false]);
    cost.repeat(value, 0);
    expect([cost.bytes, cost.hasTooMuch(0)]).toEqual([150, true]);
  });

  it('may be so many bytes, or so many times the length of the document, and not one more', () => {
    const settings = { maxRepeats: { bytes: 100, times: 2 } };
    const repeating = (bytes: number): ReferenceCost => {
      const cost = costOf(settings);
      cost.again(known(0, bytes), 0);
      return cost;
    };
    expect([100, 101].map((bytes) => repeating(bytes).hasTooMuch(50))).toEqual([false, true]);
    expect([120, 121].map((bytes) => repeating(bytes).hasTooMuch(60))).toEqual([false, true]);
    expect(() => repeating(120).check(60, 7)).not.toThrow();
    expect(() => repeating(121).check(60, 7)).toThrow(
      expect.objectContaining({ message: 'references that repeat more than 120 bytes', offset: 7 }),
    );
  });

  it('may be three times the length of the document in what is read at references', () => {
    const cost = costOf({});
    cost.read(100);
    cost.read(200);
    expect(cost.bytes).toBe(300);
    expect(cost.hasReadTooMuch(100)).toBe(false);
    cost.read(1);
    expect(cost.hasReadTooMuch(100)).toBe(true);
    // What is repeated was not read.
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

  it('is repeated where an earlier reading had read it', () => {
    const cost = costOf({ maxRepeats: { bytes: 7, times: 0 } });
    cost.read(100);
    const { bytesRead } = cost;
    cost.read(7);
    cost.repeatSince(bytesRead);
    expect([bytesRead, cost.bytesRead, cost.bytes, cost.hasTooMuch(0)]).toEqual([100, 100, 107, false]);
    cost.repeatSince(bytesRead - 1);
    expect([cost.bytesRead, cost.bytes, cost.hasTooMuch(0)]).toEqual([99, 107, true]);
  });

  it('goes on from what an earlier reading has come to', () => {
    const earlier = costOf({});
    earlier.follow(0);
    earlier.read(30);
    earlier.again(known(0, 5), 0);
    const cost = costOf({ maxRepeats: { bytes: 5, times: 0 } });
    cost.takeOver(earlier);
    expect([cost.references, cost.bytes, cost.hasReadTooMuch(10), cost.hasTooMuch(0)]).toEqual([2, 35, false, false]);
    cost.read(1);
    cost.again(known(0, 1), 0);
    expect([cost.references, cost.bytes, cost.hasReadTooMuch(10), cost.hasTooMuch(0)]).toEqual([3, 37, true, true]);
  });
});
