import { describe, expect, it } from 'vitest';
import { isName } from '../../src/xml/chars.js';

/** NameStartChar and NameChar as XML 1.0 (fifth edition) section 2.3 writes them. */
const START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const BEGINS = new RegExp(`^[${START}]$`, 'u');
const FOLLOWS = new RegExp(`^[${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]$`, 'u');

describe('a Name of XML', () => {
  it('may begin with, and go on with, the characters of the grammar and no others: all of them are tried', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (isName(character) !== BEGINS.test(character)) wrong.push(`begins ${code.toString(16)}`);
      if (isName(`ż${character}`) !== FOLLOWS.test(character)) wrong.push(`follows ${code.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['', false],
    ['a', true],
    ['a\ud800', false],
    ['\ud800', false],
    ['\udc00\ud800', false],
    ['\u{10000}', true],
    ['\u{effff}\u{10000}', true],
    ['\u{f0000}', false],
    ['a b', false],
    ['1a', false],
  ])('%j: %s', (text, wanted) => {
    expect(isName(text)).toBe(wanted);
  });
});
