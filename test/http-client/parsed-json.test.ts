import { describe, expect, it } from 'vitest';
import { parsedJson } from '../../src/http-client/requests/read-answer.js';

describe('an integer in JSON', () => {
  it.each([
    ['{"id":9007199254740993}', { id: '9007199254740993' }],
    ['{"id":-9007199254740993}', { id: '-9007199254740993' }],
    ['{"id":9007199254740991}', { id: 9007199254740991 }],
    ['[123456789012345678901234567890]', ['123456789012345678901234567890']],
    ['["9007199254740993",1]', ['9007199254740993', 1]],
    // Digits within a string.
    ['["a \\" 9007199254740993 b",9007199254740993]', ['a " 9007199254740993 b', '9007199254740993']],
    ['[0.12500000000000000]', [0.125]],
  ])('%s is read without loss of digits', (text, json) => {
    expect(parsedJson(text)).toEqual(json);
  });

  it('is read as text after a string of digits at any position', () => {
    for (let digits = 14; digits < 50; digits++) {
      const id = '7'.repeat(digits);
      expect(parsedJson(`["${id}",9007199254740993]`)).toEqual([id, '9007199254740993']);
    }
  });

  it('that is too large is found at any position', () => {
    for (let before = 0; before < 40; before++) {
      for (const digits of [15, 16, 17, 18, 33]) {
        const number = '9'.repeat(digits);
        const text = `["${'x'.repeat(before)}",${number},1]`;
        expect((parsedJson(text) as unknown[])[1]).toBe(digits < 16 ? Number(number) : number);
      }
    }
  });
});
