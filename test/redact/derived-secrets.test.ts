import { describe, expect, it } from 'vitest';
import { withDerived } from '../../src/redact/derived-secrets.js';

describe('values derived from a secret', () => {
  it('include the MD5 digest of its UTF-8 bytes', () => {
    expect([...withDerived('hello world')].slice(0, 2)).toEqual(['hello world', '5eb63bbbe01eeed093cb22bb8f5acdc3']);
    expect([...withDerived('żółw')][1]).toBe('1a8959981a7f28add16eccc76b859dc1');
  });

  it('include its base64 without the characters that depend on adjacent bytes', () => {
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

  it('include no base64 that is as short as a word', () => {
    expect([...withDerived('abcd')]).toHaveLength(2);
    expect([...withDerived('abcdef')].slice(2)).toEqual(['YWJjZGVm', 'FiY2RlZ', 'hYmNkZW']);
  });
});
