import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { fewDigits, forbiddenCharacter, isName, isXmlCharacter, refuseForbidden } from '../../src/xml/chars.js';

/** NameStartChar and NameChar as XML 1.0 (fifth edition) section 2.3 writes them. */
const START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const BEGINS = new RegExp(`^[${START}]$`, 'u');
const FOLLOWS = new RegExp(`^[${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]$`, 'u');

describe('a Name of XML', () => {
  it('begins and continues only with characters of the grammar (all characters)', () => {
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
    ['a\ud800b', false],
    ['a\ud800\ue000', false],
    ['a\ud800\udbff', false],
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
/** Char as XML 1.0 section 2.2 writes it. */
const CHAR = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u;

describe('a character that XML does not allow', () => {
  it('is each character outside of the grammar (all characters)', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      const isAllowed = CHAR.test(character);
      if (isXmlCharacter(code) !== isAllowed) wrong.push(`by number ${code.toString(16)}`);
      if ((forbiddenCharacter(character) === undefined) !== isAllowed) wrong.push(`in a text ${code.toString(16)}`);
    }
    expect(wrong).toEqual([]);
    expect([-1, 0x110000, Number.POSITIVE_INFINITY].filter(isXmlCharacter)).toEqual([]);
  });

  it.each([
    ['a\u0000\u0001', 'U+0000'],
    ['\u001f', 'U+001F'],
    ['ż\ufffe', 'U+FFFE'],
    ['\ud83d', 'U+D83D'],
    ['\ude00\ud83d', 'U+DE00'],
    ['a😀\tb', undefined],
    ['', undefined],
  ])('is named: %j has %s', (text, name) => {
    expect(forbiddenCharacter(text)).toBe(name);
  });

  it('is also refused in bytes, with its offset (all characters of UTF-8)', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCharCode(code);
      const offset = offsetOfRefusal(Buffer.from(`ab${character}`, 'utf8').toString('latin1'));
      if (offset !== (CHAR.test(character) ? undefined : 12)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

describe('a number of 1 to 15 digits', () => {
  it.each([
    ['0', 0],
    ['9', 9],
    ['1234567890', 1_234_567_890],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
    ['000000000000000', 0],
    // Nothing else is one.
    ['', -1],
    ['0000000000000000', -1],
    ['1/2', -1],
    ['x1', -1],
    ['1x', -1],
    ['+1', -1],
    ['1.0', -1],
    ['٣', -1],
  ])('is read from the whole of %j: %d', (text, value) => {
    expect(fewDigits(text)).toBe(value);
  });
});

/** The byte at which a text that begins at byte 10 is refused; `undefined` if it is accepted. */
function offsetOfRefusal(raw: string): number | undefined {
  try {
    refuseForbidden(raw, 10);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.message !== 'a character that XML does not allow') throw error;
    return error.offset;
  }
}
