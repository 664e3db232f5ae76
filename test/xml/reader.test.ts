import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { type XmlLimits, XmlReader } from '../../src/xml/reader.js';
import { XmlSource } from '../../src/xml/source.js';
import { Scope } from '../../src/xml/tag.js';

const LIMITS: XmlLimits = { maxDepth: 50, maxAttributes: 20 };

function readerOf(document: string, limits: XmlLimits = LIMITS): XmlReader {
  return new XmlReader(new XmlSource(Buffer.from(document, 'utf8')), limits);
}

/** All events of a document in a short notation: `<{uri}local a=v>`, `text`, `</>`. */
function events(document: string, limits?: XmlLimits): string {
  const reader = readerOf(document, limits);
  let seen = '';
  for (let token = reader.next(); token !== 'eof'; token = reader.next()) {
    if (token === 'text') seen += reader.value;
    else if (token === 'end') seen += '</>';
    else {
      const { uri, local, attributes } = reader.tag;
      const written = attributes.map((a) => ` ${a.uri === '' ? '' : `{${a.uri}}`}${a.local}=${a.value}`).join('');
      seen += `<${uri === '' ? '' : `{${uri}}`}${local}${written}>`;
    }
  }
  return seen;
}

function problem(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('well-formed documents', () => {
  it.each([
    ['elements and text', '<a><b>x</b> y</a>', '<a><b>x</> y</>'],
    ['an empty element in both forms', '<a><b/><b></b></a>', '<a><b></><b></></>'],
    [
      'a declaration, comments and instructions',
      '<?xml version="1.0"?><!-- c --><a><!--x-->1<?pi d?>2</a><?end?> ',
      '<a>12</>',
    ],
    ['attributes in both quotes, with spaces', `<a  x = '1"' y="2'>" />`, `<a x=1" y=2'>></>`],
    ['an id inside another quoted value', `<a b=' id="x"'/>`, '<a b= id="x"></>'],
    ['an empty id beside a reference', '<a id="" href="#x"/>', '<a id= href=#x></>'],
    ['references', '<a b="&lt;&#65;&#x42;">&amp;&gt;&quot;&apos;&#x1F600;</a>', '<a b=<AB>&>"\'😀</>'],
    ['CDATA', '<a>x<![CDATA[<b>&amp;]]]]><![CDATA[>]]></a>', '<a>x<b>&amp;]]></>'],
    ['line ends', '<a b="x\r\ny\tz&#10;">1\r\n2\r3&#13;</a>', '<a b=x y z\n>1\n2\n3\r</>'],
    ['a CDATA section with line ends', '<a><![CDATA[1\r\n2]]></a>', '<a>1\n2</>'],
    [
      'namespaces',
      '<p:a xmlns:p="u" xmlns="d" p:x="1" y="2"><b xmlns=""/><c/></p:a>',
      '<{u}a {u}x=1 y=2><b></><{d}c></></>',
    ],
    [
      'a prefix that is rebound inside',
      '<p:a xmlns:p="u"><p:b xmlns:p="v"/><p:b/></p:a>',
      '<{u}a><{v}b></><{u}b></></>',
    ],
    ['a prefix bound to nothing', '<p:a xmlns:p="u"><p:b xmlns:p="" p:x="1"/></p:a>', '<{u}a><b x=1></></>'],
    ['the xml prefix', '<a xml:lang="pl"/>', '<a {http://www.w3.org/XML/1998/namespace}lang=pl></>'],
    ['names of other scripts', '<ż:ł xmlns:ż="u" ñ="ą">ó</ż:ł>', '<{u}ł ñ=ą>ó</>'],
    ['an end tag with space', '<a></a \n>', '<a></>'],
    [
      'a tag that repeats, with another between',
      '<a><b i="1"/><c/><b i="1"/><b i="2"/></a>',
      '<a><b i=1></><c></><b i=1></><b i=2></></>',
    ],
    [
      'a tag that means another thing in another scope',
      '<a><x xmlns:p="u"><p:b/></x><x xmlns:p="v"><p:b/></x></a>',
      '<a><x><{u}b></></><x><{v}b></></></>',
    ],
  ])('%s', (_name, document, expected) => {
    expect(events(document)).toBe(expected);
  });
});

describe('documents that are not well-formed are refused', () => {
  it.each([
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<!DOCTYPE a SYSTEM "http://127.0.0.1/x"><a/>',
  ])('a DOCTYPE: %s', (document) => {
    expect(problem(() => events(document)).message).toContain('DOCTYPE');
  });

  it('also inside an element that is passed over', () => {
    const reader = readerOf('<a><skip>&nbsp;</skip></a>');
    reader.next();
    reader.next();
    expect(problem(() => reader.skip()).message).toContain('reference');
  });
});

describe('limits', () => {
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
  const attributes = (count: number): string =>
    `<a ${Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')}/>`;

  it('maxDepth: 50 nested elements, not 51', () => {
    events(nested(50));
    expect(problem(() => events(nested(51))).message).toContain('50');
  });

  it('maxAttributes: 20 attributes, not 21', () => {
    events(attributes(20));
    expect(problem(() => events(attributes(21))).message).toContain('20');
  });
});

describe('the cache of tags', () => {
  it('is met for nearly every tag of a long list', () => {
    const source = new XmlSource(Buffer.from(`<a>${'<i t="x"><n>1</n></i>'.repeat(100)}</a>`));
    const reader = new XmlReader(source, LIMITS);
    const tags = new Set<unknown>();
    for (let token = reader.next(); token !== 'eof'; token = reader.next()) {
      if (token === 'start') tags.add(reader.tag);
    }
    // a, i, n: every further one is the same object, not parsed again.
    expect(tags.size).toBe(3);
  });

  it('never points from a remembered tag to one that is part of a document', () => {
    const scope = Scope.root();
    const [short, long] = ['<b/>', `<c d="${'x'.repeat(2000)}"/>`];
    const source = new XmlSource(Buffer.from(`<a>${short}${long}</a>`), false, scope);
    const reader = new XmlReader(source, LIMITS);
    while (reader.next() !== 'eof') continue;
    expect(scope.find(short)).toMatchObject({ rawName: 'b', next: undefined });
  });
});
