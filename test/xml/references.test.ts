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
  const forbidden = 'a reference to a character that XML cannot carry';
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
    ['&#6a;', unknown],
    ['&#-1;', unknown],
    ['&a65;', unknown],
    ['&65;', unknown],
    ['& #65;', unknown],
    ['&x#65;', unknown],
    ['&#65 ;', unknown],
    ['&lt;&', unknown],
    ['&#0;', forbidden],
    ['&#x8;', forbidden],
    ['&#xB;', forbidden],
    ['&#x1F;', forbidden],
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

describe('references to half of a surrogate pair', () => {
  it.each([
    ['&#xD800;&#xDC00;', '\u{10000}'],
    ['&#xDBFF;&#xDFFF;', '\u{10ffff}'],
    ['a&#55357;&#56832;b&#55357;&#56833;&lt;', 'a😀b😁<'],
  ])('are a character with its other half, where that is asked for: %s', (text, expanded) => {
    expect(expandReferences(text, 0, true)).toBe(expanded);
    expect(() => expandReferences(text, 7)).toThrow(
      expect.objectContaining({
        message: 'a reference to half of a surrogate pair, which XML forbids (acceptSurrogateReferences accepts pairs)',
        offset: 7,
      }),
    );
  });

  it.each([
    '&#xD800;',
    '&#xDFFF;',
    '&#xDC00;&#xD800;',
    '&#xD800;&#xD800;',
    '&#xDBFF;&#xDBFF;',
    '&#xD800;&#xE000;',
    '&#xD800;a&#xDC00;',
    '&#xD800;a#xDC00;',
    '&#xD800;&lt;',
    '&#xD800;&#xDC00',
    '&#xD800;&#xDC00x',
    '&#65;&#xDC00;',
    '&#xD7FF;&#xDC00;',
    '&#xE000;&#xDC00;',
    '&lt;&#xDC00;',
    '&#xD800;\udc00',
  ])('are refused without it: %s', (text) => {
    expect(() => expandReferences(text, 7, true)).toThrow(
      expect.objectContaining({ message: 'a reference to half of a surrogate pair without the other half', offset: 7 }),
    );
  });
});
