import { describe, expect, it } from 'vitest';
import { MappedText } from '../../src/redact/mapped-text.js';
import { digitOf, type NormalForm, Normalizer } from '../../src/redact/normal-form.js';

const folded = (text: string): NormalForm => new Normalizer().folded(new MappedText(text));
const textOf = ({ codes }: NormalForm): string => String.fromCharCode(...codes);

describe('the normal form', () => {
  it.each([
    ['AbcXYZ019', 'abcxyz019'],
    ['a \t\r\n  b', 'a b'],
    ['a+b', 'a b'],
    ['a + b', 'a b'],
    ['a\0b\u007fc', 'a b c'],
    ['a\u00a0b\u2028c', 'a b c'],
    ['a\\b\\\\c', 'abc'],
    [`a''b""c\`\`d'"'e`, `a'b"c\`d'"'e`],
    ['aa..bb!!', 'aa..bb!!'],
    ['Zażółć GĘŚLĄ jaźń', 'zazolc gesla jazn'],
    ['A\u0301\u0328', 'a'],
    ['Łódź, ØSTBY, đak, ðorn, Þor', 'lodz, ostby, dak, dorn, thor'],
    ['Straße, Ægir, œuvre, ısı, ħaż, ŧ, 5€', 'strasse, aegir, oeuvre, isi, haz, t, 5eur'],
    ['„a“ ”b” «c»', '"a" "b" "c"'],
    ['‘d’ ‚e', "'d' 'e"],
    ['a–b—c−d‐e‑f', 'a-b-c-d-e-f'],
    ['ﬁx…', 'fix...'],
    ['p\u200ba\u00ads\u2060s', 'pass'],
    ['٤٨५૫𝟓１', '485551'],
  ])('of %j is %j', (text, form) => {
    expect(textOf(folded(text))).toBe(form);
  });

  it('contains the position of each code in the source', () => {
    const { codes, starts, ends } = folded('Ł ß😀\\x');
    expect(String.fromCharCode(...codes.slice(0, 4), codes.at(-1) ?? 0)).toBe('l ssx');
    expect(starts).toEqual([0, 1, 2, 2, 3, 3, 6]);
    expect(ends).toEqual([1, 2, 3, 3, 5, 5, 7]);
  });
});

describe('the letters and digits of ASCII', () => {
  it('are the only characters of the other form', () => {
    const form = new Normalizer().alphanumeric(new MappedText('Twój  kod+AA: 7\\n😀z'));
    expect(textOf(form)).toBe('twjkodaa7nz');
    expect(form.starts).toEqual([0, 1, 3, 6, 7, 8, 10, 11, 14, 16, 19]);
    expect(form.ends).toEqual([1, 2, 4, 7, 8, 9, 11, 12, 15, 17, 20]);
  });
});

it('a digit of any script has its value', () => {
  // In Unicode the ten digits of a script follow each other, beginning with zero.
  let count = 0;
  for (let codePoint = 0; codePoint < 0x2_0000; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (!/\p{Nd}/u.test(character)) continue;
    expect(digitOf(character), codePoint.toString(16)).toBe(count % 10);
    count += 1;
  }
  expect(count).toBeGreaterThan(600);
});
