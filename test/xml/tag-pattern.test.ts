import { describe, expect, it } from 'vitest';
import { parseStartTag } from '../../src/xml/start-tag.js';
import { Scope, type StartTag } from '../../src/xml/tag.js';
import { cutOf, LikeValues, patternOf } from '../../src/xml/tag-cache.js';

const parsed = (raw: string): StartTag => parseStartTag(raw, 0, Scope.root(), 20);

describe('the pattern of a tag', () => {
  it.each([
    ['<m id="a">', '<m id="', 'a', '">'],
    ['<item href="#r12"/>', '<item href="', '#r12', '"/>'],
    ['<m b="1" id="ref-1" c="2">', '<m b="1" id="', 'ref-1', '" c="2">'],
    ['<m\tid="a">', '<m\tid="', 'a', '">'],
    ['<m\nid="a">', '<m\nid="', 'a', '">'],
    ['<m\rid="a">', '<m\rid="', 'a', '">'],
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
    ['an id with a prefix', '<m xml:id="a">'],
    ['another name that begins with id', '<m idx="a">'],
    ['white space around "="', '<m id = "a">'],
    ['single quotes', "<m id='a'>"],
    ['single quotes around another value', `<m id="a" b='c'>`],
    ['an apostrophe in the value', `<m id="it's">`],
    ['another empty value', '<m b="" id="a">'],
    ['a reference in the value', '<m id="a&amp;b">'],
    ['"<" in the value', '<m id="a<b">'],
    ['">" in the value', '<m id="a>b">'],
    ['a letter beyond ASCII in the value', '<m id="\u00c5\u00bc">'],
    ['white space in the value that becomes another', '<m id="a\tb">'],
    ['a forbidden character in the value', '<m id="\u0001">'],
    ['a value without an end', '<m id="a'],
  ])('is none where there is %s', (_name, raw) => {
    expect(patternOf(raw)).toBeUndefined();
  });
});

describe('the next tag of a pattern', () => {
  const item = { before: '<item href="#', between: undefined, after: '"/>' };
  const nextLike = (text: string, position: number, cut: Parameters<LikeValues['read']>[2]): string | undefined => {
    const values = new LikeValues();
    return values.read(text, position, cut) ? values.first : undefined;
  };

  it.each([
    ['<item href="#r2"/>', 0, 'r2'],
    ['<list><item href="#longer"/><item href="#r3"/>', 6, 'longer'],
    ['<item href="#a b"/>', 0, 'a b'],
    [`<item href="#it's"/>`, 0, "it's"],
  ])('in %j at %d has the value %s', (text, position, value) => {
    expect(nextLike(text, position, item)).toBe(value);
  });

  it.each([
    ['another tag', '<jtem href="#r2"/>', 0],
    ['a tag like it, but further on', '<list><item href="#r2"/>', 0],
    ['a tag like it, but before', '<item href="#r2"/><list>', 18],
    ['another end', '<item href="#r2">', 0],
    ['another end after the same beginning', '<item href="#r2" b="1"/>', 0],
    ['no end of the value', '<item href="#r2', 0],
    ['an empty value', '<item href="#"/>', 0],
    ['a reference in the value', '<item href="#a&amp;b"/>', 0],
    ['"<" in the value', '<item href="#a<b"/>', 0],
    ['a letter beyond ASCII at the end of the value', '<item href="#a\u00c5"/>', 0],
    ['a letter beyond ASCII at the beginning of the value', '<item href="#\u00c5a"/>', 0],
    ['white space that becomes another', '<item href="#a\nb"/>', 0],
    ['a forbidden character', '<item href="#a\u0001"/>', 0],
  ])('is none where there is %s', (_name, text, position) => {
    expect(nextLike(text, position, item)).toBeUndefined();
  });
});

describe('a tag that has both id and href', () => {
  const cutFrom = (raw: string): ReturnType<typeof cutOf> => {
    const pattern = patternOf(raw);
    if (pattern === undefined) throw new Error('no pattern');
    return cutOf(pattern);
  };

  it.each([
    ['<m id="a" href="#b"/>', '<m id="', '" href="', '"/>', true],
    ['<m href="#b" c="d" id="a">', '<m href="', '" c="d" id="', '">', false],
    ['<m id="a"/>', '<m id="', undefined, '"/>', true],
    ['<m id="a" href="&amp;"/>', '<m id="', undefined, '" href="&amp;"/>', true],
    ['<m id="&amp;" href="#a"/>', '<m id="&amp;" href="', undefined, '"/>', false],
  ])('is cut around both values: %j', (raw, before, between, after, isIdFirst) => {
    expect(cutFrom(raw)).toEqual({ before, between, after, isIdFirst });
  });

  it.each([
    ['<m id="" href=""/>', '<m id="a" href="#b"/>', '<m id="c9" href="#d"/>', 'c9', '#d'],
    ['<m href="" id="">', '<m href="#b" id="a">', '<m href="#d9" id="c">', 'c', '#d9'],
    ['<m href="&amp;" id="">', '<m href="&amp;" id="a">', '<m href="&amp;" id="c">', 'c', '&'],
    ['<m id="&amp;" href=""/>', '<m id="&amp;" href="#a"/>', '<m id="&amp;" href="#c"/>', '&', '#c'],
    ['<m id="" href="&amp;">', '<m id="a" href="&amp;">', '<m id="c" href="&amp;">', 'c', '&'],
    ['<m href="" b="">', '<m href="#a" b="">', '<m href="#c" b="">', undefined, '#c'],
  ])('is told from others of the shape %j by its values: %s', (shapeRaw, first, raw, id, href) => {
    const shape = parsed(shapeRaw);
    const cut = shapeRaw.includes('b=""')
      ? { before: '<m href="', between: undefined, after: '" b="">', isIdFirst: false }
      : cutFrom(first);
    const tag = new LikeValues().tag(`<l>${raw}</l>`, 3, shape, cut);
    const { attributes } = parsed(raw);
    expect(tag).toMatchObject({ length: raw.length, id, href, attributes });
  });

  it.each([
    ['another end', '<m id="c" href="#d">'],
    ['something else between', '<m id="c"  href="#d"/>'],
    ['another name of the same length between', '<m id="c" hrxf="#d"/>'],
    ['a reference in the first value', '<m id="&lt;" href="#d"/>'],
    ['a reference in the second value', '<m id="c" href="&lt;"/>'],
    ['an empty value', '<m id="c" href=""/>'],
    ['no end', '<m id="c" href="#d'],
    ['no second value', '<m id="c"/>'],
  ])('is not told where there is %s', (_name, raw) => {
    expect(
      new LikeValues().tag(raw, 0, parsed('<m id="" href=""/>'), cutFrom('<m id="a" href="#b"/>')),
    ).toBeUndefined();
  });
});
