import { describe, expect, it } from 'vitest';
import { patternOf } from '../../src/xml/tag-cache.js';

describe('the pattern of a tag', () => {
  it.each([
    ['<m id="a">', '<m id="', 'a', '">'],
    ['<item href="#r12"/>', '<item href="', '#r12', '"/>'],
    ['<m b="1" id="ref-1" c="2">', '<m b="1" id="', 'ref-1', '" c="2">'],
    ['<m\tid="a">', '<m\tid="', 'a', '">'],
    ['<m href="#a" id="b">', '<m href="', '#a', '" id="b">'],
    // All of ASCII that stands for itself in a value.
    [
      '<m id=" !#$%()*+,-./09:;=?@AZ[\\]^_`az{|}~\u007f">',
      '<m id="',
      ' !#$%()*+,-./09:;=?@AZ[\\]^_`az{|}~\u007f',
      '">',
    ],
  ])('of %j is cut around the value of its first id or href', (raw, before, value, after) => {
    expect(patternOf(raw)).toEqual({ before, value, after });
  });

  it.each([
    ['no id', '<m b="1">'],
    ['an empty id', '<m id="">'],
    ['another name that ends in id', '<m xid="a">'],
    ['another name that begins with id', '<m idx="a">'],
    ['white space around "="', '<m id = "a">'],
    ['single quotes', "<m id='a'>"],
    ['single quotes around another value', `<m id="a" b='c'>`],
    ['an apostrophe in the value', `<m id="it's">`],
    ['a reference in the value', '<m id="a&amp;b">'],
    ['"<" in the value', '<m id="a<b">'],
    ['">" in the value', '<m id="a>b">'],
    ['a letter beyond ASCII in the value', '<m id="\u00c5\u00bc">'],
    ['white space in the value that becomes another', '<m id="a\tb">'],
    ['a forbidden character in the value', '<m id="\u0001">'],
  ])('is undefined for a tag with %s', (_name, raw) => {
    expect(patternOf(raw)).toBeUndefined();
  });
});
