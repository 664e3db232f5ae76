import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { expandReferences } from '../../src/xml/chars.js';

describe('references', () => {
  it.each([
    ['', ''],
    ['a', 'a'],
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['a&#65;b&#x42;c', 'aAbBc'],
    ['&#x1f600;&#128512;', '😀😀'],
    ['&#x0000000041;&#00000065;', 'AA'],
    ['&amp;lt;', '&lt;'],
    ['a;b&amp;c;d', 'a;b&c;d'],
    ['&#9;&#10;&#13;', '\t\n\r'],
    ['&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;', '\ud7ff\ue000\ufffd\u{10000}\u{10ffff}'],
  ])('in %j are replaced: %j', (text, expanded) => {
    expect(expandReferences(text, 0)).toBe(expanded);
    expect(expandReferences(text, 0, true)).toBe(expanded);
  });

  const unknown = '"&" does not begin a known reference';
  const forbidden = 'a reference to a character that XML does not allow';
  it.each([
    ['&', unknown],
    ['&;', unknown],
    ['a & b', unknown],
    ['&lt', unknown],
    ['&ltx', unknown],
    ['&#65x', unknown],
    ['&LT;', unknown],
    ['&nbsp;', unknown],
    ['&#;', unknown],
    ['&#x;', unknown],
    ['&#X41;', unknown],
    ['&#xg;', unknown],
    ['&a65;', unknown],
    ['&lt;&', unknown],
    ['&#0;', forbidden],
    ['&#x8;', forbidden],
    ['&#xFFFE;', forbidden],
    ['&#xFFFF;', forbidden],
    ['&#x110000;', forbidden],
    ['&#99999999999999999999999;', forbidden],
  ])('that are none are refused, with their place: %j', (text, message) => {
    for (const acceptSurrogates of [false, true]) {
      expect(() => expandReferences(text, 7, acceptSurrogates)).toThrow(
        expect.objectContaining({ message, offset: 7, name: 'Problem' }),
      );
    }
    expect(() => expandReferences(text, 7)).toThrow(Problem);
  });
});
