import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { decodeLatin1, endOfTag, parseStartTag } from '../../src/xml/start-tag.js';
import { Scope, type StartTag } from '../../src/xml/tag.js';

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Text as a source shows it: one character a byte. */
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function parse(tag: string, maxAttributes = 20): StartTag {
  return parseStartTag(latin1(tag), 0, Scope.root(), maxAttributes);
}

describe('a start tag', () => {
  it('is parsed at its position', () => {
    const tag = parseStartTag('<x><p:a xmlns:p="urn:p" b="1"/><y>', 3, Scope.root(), 20);
    expect(tag).toMatchObject({
      length: 28,
      rawName: 'p:a',
      local: 'a',
      uri: 'urn:p',
      attributes: [{ name: 'b', local: 'b', uri: '', value: '1' }],
      selfClosing: true,
    });
    expect(tag.scope.lookup('p')).toBe('urn:p');
  });

  it.each([
    ['<a>', false],
    ['<a/>', true],
    ['<a b="1" />', true],
    ['<a b="/">', false],
    ['<a\t>', false],
  ])('%j closes itself: %s', (raw, selfClosing) => {
    expect(parse(raw)).toMatchObject({ length: raw.length, rawName: 'a', selfClosing });
  });

  it('has the name of its bytes for the end tag, and its local name as text', () => {
    expect(parse('<ż:ł xmlns:ż="u">')).toMatchObject({ rawName: latin1('ż:ł'), local: 'ł', uri: 'u' });
  });

  it('may declare a prefix behind its use, and the default namespace', () => {
    expect(parse('<p:a p:b="1" c="2" xmlns:p="u" xmlns="d">')).toMatchObject({
      uri: 'u',
      attributes: [
        { local: 'b', uri: 'u' },
        { local: 'c', uri: '' },
      ],
    });
    expect(parse('<a xmlns="d">')).toMatchObject({ uri: 'd', attributes: [] });
  });

  it('may have attributes of one namespace with several names, and of one name with several namespaces', () => {
    const { attributes } = parse('<a xmlns:p="u" xmlns:q="v" p:b="1" p:c="2" q:b="3" b="4" c="5">');
    expect(attributes.map(({ uri, local, value }) => `${uri} ${local} ${value}`)).toEqual([
      'u b 1',
      'u c 2',
      'v b 3',
      ' b 4',
      ' c 5',
    ]);
  });

  it('may have names of other letters with digits and signs in them', () => {
    const { local, attributes } = parse('<ż1-.\u00b7 ó2="3">');
    expect([local, attributes]).toMatchObject(['ż1-.\u00b7', [{ name: 'ó2', local: 'ó2', value: '3' }]]);
  });

  it.each([
    ['tab and line feed', '\t1\n', ' 1 '],
    ['a carriage return', '1\r2', '1 2'],
    ['a line end of two characters', '1\r\n2', '1 2'],
    ['none that a reference brought', '1&#10;&#9;2', '1\n\t2'],
  ])('its values have spaces for white space (XML 1.0 section 3.3.3): %s', (_name, written, value) => {
    expect(parse(`<a b="${written}">`).attributes).toMatchObject([{ value }]);
  });

  it('has values of 1,048,576 bytes at most', () => {
    const value = 'x'.repeat(1_048_576);
    expect(parse(`<a b="${value}">`).attributes).toMatchObject([{ value }]);
    expect(() => parse(`<a bc="1" b="${value}x">`)).toThrow(
      expect.objectContaining({ message: 'an attribute of more than 1048576 bytes', offset: 13 }),
    );
  });

  it.each([1, 8, 9, 10, 40])('may have %i attributes, each once', (count) => {
    const names = Array.from({ length: count }, (_, index) => `a${index}`);
    const written = names.map((name) => ` ${name}="v"`);
    expect(parse(`<a${written.join('')}>`, count).attributes.map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      expect(() => parse(`<a${written.join('')} ${name}="w">`, 100)).toThrow('a duplicate attribute in one tag');
    }
    expect(() => parse(`<a${written.join('')} b="w">`, count)).toThrow(`more than ${count} attributes in one tag`);
  });

  it('counts declarations of namespaces among its attributes', () => {
    const declared = '<a xmlns="u" xmlns:p="u" b="1">';
    expect(parse(declared, 3).attributes).toHaveLength(1);
    expect(() => parse(declared, 2)).toThrow(Problem);
  });
});

describe('a start tag that is broken is refused with the reason and the byte', () => {
  const NOT_WELL_FORMED = 'the tag is not well-formed';
  const TWICE = 'a duplicate attribute in one tag';
  const NO_QNAME = 'not a qualified name (Namespaces in XML section 4)';
  const FORBIDDEN = 'a namespace declaration that Namespaces in XML forbids';
  const UNBOUND = 'a namespace prefix is not declared';

  // Each tag is after four bytes.
  it.each<[string, string, number]>([
    ['<>', '"<" does not begin a tag', 4],
    ['<1a>', 'not an XML name', 4],
    ['<a', NOT_WELL_FORMED, 6],
    ['<a b="1"', NOT_WELL_FORMED, 12],
    ['<a b="1"c="2">', NOT_WELL_FORMED, 12],
    ['<a ="1">', NOT_WELL_FORMED, 6],
    ['<a b="1" c="x\ufffe">', 'a character that XML does not allow', 17],
    ['<a b="<">', NOT_WELL_FORMED, 6],
    ['<a b="1" c="2" 1d="3">', 'not an XML name', 18],
    ['<a b="1" c="2" b="3">', TWICE, 18],
    ['<a xmlns:p="u" xmlns:p="v">', TWICE, 18],
    ['<a b="1" c="2" d="3" e="4">', 'more than 3 attributes in one tag', 24],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2">', 'a duplicate attribute in one tag, by its namespace', 38],
    ['<a b="1" xmlns:="u">', 'a namespace prefix without a name', 12],
    ['<a b="1" xmlns:xmlns="u">', FORBIDDEN, 12],
    ['<a b="1" xmlns:xml="u">', FORBIDDEN, 12],
    [`<a b="1" xmlns:p="${XML}">`, FORBIDDEN, 12],
    [`<a b="1" xmlns="${XMLNS}">`, FORBIDDEN, 12],
    ['<p:a>', UNBOUND, 4],
    // The default namespace is that of no empty prefix.
    ['<:a xmlns="u">', NO_QNAME, 4],
    ['<p: xmlns:p="u">', NO_QNAME, 4],
    ['<p:a:b xmlns:p="u">', NO_QNAME, 4],
    // At the character; for a reference, at the start of the value.
    ['<a b="1" c="xy\u0001">', 'a character that XML does not allow', 18],
    ['<a b="1" c="xy&nbsp;">', '"&" does not begin a known reference', 16],
  ])('%j', (tag, message, offset) => {
    const position = 4;
    expect(() => parseStartTag(latin1(`text${tag}`), position, Scope.root(), tag.includes('e="4"') ? 3 : 20)).toThrow(
      expect.objectContaining({ name: 'Problem', message, offset }),
    );
  });
});

describe('the end of a tag', () => {
  it.each([
    ['<a>', 3],
    ['<a b="1">x', 9],
    ['<a b=">">', 9],
    [`<a b='>"' c="'>">x`, 17],
  ])('%j: %i', (text, end) => {
    expect(endOfTag(text, 0)).toBe(end);
    expect(endOfTag(`<">${text}`, 3)).toBe(end + 3);
  });

  it.each(['<a', '<a b=">', `<a b='>">`])('%j has no end', (text) => {
    expect(endOfTag(text, 0)).toBe(-1);
  });
});

describe('bytes that were read as one character each', () => {
  // The first and the last code point of each length in UTF-8.
  it.each(['\u0000', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\uffff', '\u{10000}', '\u{10ffff}'])(
    'become the text that they are in UTF-8: %j',
    (letter) => {
      for (const text of [
        letter,
        `a${letter}${letter}b`,
        letter.repeat(15),
        letter.repeat(200),
        `${letter}${'x'.repeat(64)}`,
      ]) {
        expect(decodeLatin1(latin1(text))).toBe(text);
      }
    },
  );
});
