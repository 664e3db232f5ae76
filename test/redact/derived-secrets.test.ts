import { describe, expect, it } from 'vitest';
import { withDerived } from '../../src/redact/derived-secrets.js';

describe('what a server derives from a secret', () => {
  it('is its MD5 digest, of its bytes in UTF-8', () => {
    expect([...withDerived('hello world')].slice(0, 2)).toEqual(['hello world', '5eb63bbbe01eeed093cb22bb8f5acdc3']);
    expect([...withDerived('żółw')][1]).toBe('1a8959981a7f28add16eccc76b859dc1');
  });

  it('is its base64, as far as it does not depend on what stands around it', () => {
    const derived = [...withDerived('hello żółw')].slice(2);
    expect(derived).toHaveLength(3);
    for (const [index, part] of derived.entries()) {
      for (const [before, after] of [
        ['', ''],
        ['\xff', 'zzz'],
      ] as const) {
        const around = Buffer.concat([Buffer.alloc(index + 3, before), Buffer.from('hello żółw'), Buffer.from(after)]);
        expect(around.toString('base64')).toContain(part);
      }
      // Nothing of it is left out but what shares a character with its neighbours: 13 bytes are 17 characters.
      expect(part.length).toBeGreaterThanOrEqual(16);
    }
  });

  it('is nothing more where that would be too short to be told from a word', () => {
    expect([...withDerived('abcd')]).toHaveLength(2);
    expect([...withDerived('abcdef')].slice(2)).toEqual(['YWJjZGVm', 'FiY2RlZ', 'hYmNkZW']);
  });
});
