import { describe, expect, it } from 'vitest';
import { asciiDigits, digitRuns, withOtherDigits } from '../../../src/replay/privacy/digits.js';

const runsOf = (text: string, minDigits = 7, isList?: boolean): readonly string[] =>
  [...digitRuns(text, minDigits, isList)].map(({ digits }) => digits);

describe('other digits stand in the alphabet of those before them', () => {
  it.each([
    ['500731942', '123456789'],
    ['٥٠٠٧٣١٩٤٢', '١٢٣٤٥٦٧٨٩'],
    ['𝟓𝟎𝟎𝟕𝟑𝟏𝟗𝟒𝟐', '𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ])('%s', (given, expected) => {
    expect(withOtherDigits(`call ${given}!`, 7, false, () => '123456789')).toBe(`call ${expected}!`);
    expect(asciiDigits(given)).toBe('500731942');
  });

  it('and nothing else is changed', () => {
    const asked: string[] = [];
    const reversed = (digits: string): string => {
      asked.push(digits);
      return [...digits].reverse().join('');
    };
    expect(withOtherDigits('a 123-45-67, b 12 and 7654321.', 7, false, reversed)).toBe(
      'a 765-43-21, b 12 and 1234567.',
    );
    expect(asked).toEqual(['1234567', '7654321']);
  });

  it('a text without digits has none', () => {
    expect(asciiDigits('none')).toBe('');
    expect(runsOf('none', 0)).toEqual([]);
  });
});

describe('digits are of one number', () => {
  it.each([
    ['with three signs between them', '1234---567', ['1234567']],
    ['and not with four', '1234----567', []],
    ['with white space of 19 characters', `1234${' '.repeat(19)}567`, ['1234567']],
    ['and not of 20', `1234${' '.repeat(20)}567`, []],
    ['with what nobody sees, or a plus for a space', '1234\u200b\u200b+\u200b\u00ad567', ['1234567']],
    ['and not with a letter between them', '1234a567', []],
    ['with a semicolon that cuts off too little for a number', '1234567;12', ['123456712']],
    ['and not where each is long enough for one', '1234567;7654321', ['1234567', '7654321']],
    ['however many such signs there are', '1234567;;7654321', ['1234567', '7654321']],
    ['behind whatever', 'list; of 1, 2 more/1234567/7654321', ['1234567', '7654321']],
  ])('%s: %s', (_name, text, expected) => {
    expect(runsOf(text)).toEqual(expected);
  });

  it('unless these signs stand between the numbers of a list, however short', () => {
    expect(runsOf('12345;67', 1)).toEqual(['1234567']);
    expect(runsOf('12345;67', 1, true)).toEqual(['12345', '67']);
    expect(runsOf('12,34|56-78', 1, true)).toEqual(['12', '34', '5678']);
  });

  it('and are told with their places', () => {
    expect([...digitRuns('no; 1234567,+7654321!', 7)]).toEqual([
      { start: 4, end: 11, digits: '1234567' },
      { start: 12, end: 20, digits: '7654321' },
    ]);
    expect([...digitRuns('no 12-34 567 ', 7)]).toEqual([{ start: 3, end: 12, digits: '1234567' }]);
  });
});
