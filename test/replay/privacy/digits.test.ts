import { expect, it } from 'vitest';
import { digitRuns } from '../../../src/replay/privacy/digits.js';

const runsOf = (text: string, minDigits = 7, isList?: boolean): readonly string[] =>
  [...digitRuns(text, minDigits, isList)].map(({ digits }) => digits);

it.each([
  ['three separators', '1234---567', ['1234567']],
  ['four separators', '1234----567', []],
  ['19 spaces', `1234${' '.repeat(19)}567`, ['1234567']],
  ['20 spaces', `1234${' '.repeat(20)}567`, []],
  ['invisible characters', '1234\u200b\u200b+\u200b\u00ad567', ['1234567']],
  ['a letter', '1234a567', []],
  ['a semicolon before a short rest', '1234567;12', ['123456712']],
  ['a semicolon between two numbers', '1234567;7654321', ['1234567', '7654321']],
])('digits belong to one number across separators: %s', (_name, text, expected) => {
  expect(runsOf(text)).toEqual(expected);
});

it('short numbers of a list are separate', () => {
  expect(runsOf('12345;67', 1)).toEqual(['1234567']);
  expect(runsOf('12,34|56-78', 1, true)).toEqual(['12', '34', '5678']);
});
