import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/sandbox/gateway/refusal/refusal.js';
import { checkResponseSize, xmlLength } from '../../../src/sandbox/soap/response-size.js';
import { escapeText } from '../../../src/xml/escape.js';

describe('xmlLength', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['&', 5],
    ['<', 4],
    ['>', 4],
    ['\r', 5],
    ['\n\t"', 3],
    ['ż😀', 3],
    ['a & b < c > d\r\n', 29],
  ])('of %j is %i, as long as it is written', (text, length) => {
    expect(xmlLength(text)).toBe(length);
    expect(escapeText(`x${text}`)).toHaveLength(length + 1);
  });
});

describe('checkResponseSize', () => {
  const sizes = [3, 0, 4];
  const limit = (characters: number): { characters: number; code: 19 } => ({ characters, code: 19 });
  const sizeOf = (size: number): number => size;

  it('gives back the records that fit exactly', () => {
    expect(checkResponseSize(sizes, sizeOf, limit(7))).toBe(sizes);
    expect(checkResponseSize([], sizeOf, limit(0))).toEqual([]);
  });

  it('refuses what is one character more, with the code of the limit', () => {
    const check = (): unknown => checkResponseSize(sizes, sizeOf, limit(6));
    expect(check).toThrow(Refusal);
    expect(check).toThrow(expect.objectContaining({ result: 19 }));
  });

  it('looks no further than the record that is too much', () => {
    const seen: number[] = [];
    const note = (size: number): number => {
      seen.push(size);
      return size;
    };
    expect(() => checkResponseSize([1, 5, 9], note, limit(5))).toThrow(Refusal);
    expect(seen).toEqual([1, 5]);
  });
});
