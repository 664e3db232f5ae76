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
    ['a prefix bound anew inside', '<p:a xmlns:p="u"><p:b xmlns:p="v"/><p:b/></p:a>', '<{u}a><{v}b></><{u}b></></>'],
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
    ['nothing', ''],
    ['only space', ' \n'],
    ['text before the root', 'x<a/>'],
    ['text after the root', '<a/>x'],
    ['two roots', '<a/><b/>'],
    ['an open element', '<a><b></b>'],
    ['a wrong end tag', '<a></b>'],
    ['an end tag that is longer', '<a></ab>'],
    ['an end tag with an attribute', '<a></a x="1">'],
    ['a lone end tag', '</a>'],
    ['a cut tag', '<a b="1"'],
    ['a cut end tag', '<a></a'],
    ['"<" in text', '<a>1 < 2</a>'],
    ['"&" in text', '<a>a & b</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a reference without an end', '<a>&#65</a>'],
    ['a reference to a forbidden character', '<a>&#0;</a>'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>'],
    ['a reference to half a surrogate pair', '<a>&#xD800;</a>'],
    ['"]]>" in text', '<a>]]></a>'],
    ['a cut CDATA section', '<a><![CDATA[x]]</a>'],
    ['CDATA outside the root', '<![CDATA[x]]><a/>'],
    ['"--" in a comment', '<a><!-- a -- b --></a>'],
    ['a comment that ends in --->', '<a><!-- a ---></a>'],
    ['a cut comment', '<a><!-- a'],
    ['an instruction called xml', '<a><?XML x?></a>'],
    ['an instruction without a name', '<a><? x?></a>'],
    ['a declaration after space', ' <?xml version="1.0"?><a/>'],
    ['a declaration without a version', '<?xml encoding="utf-8"?><a/>'],
    ['a declaration in the wrong order', '<?xml encoding="utf-8" version="1.0"?><a/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an attribute without a value', '<a b/>'],
    ['attributes without space between', '<a b="1"c="2"/>'],
    ['"<" in an attribute', '<a b="<"/>'],
    ['an attribute that stands twice', '<a b="1" b="2"/>'],
    ['an attribute that stands twice by its namespace', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>'],
    ['an unbound prefix', '<p:a/>'],
    ['an attribute with an unbound prefix', '<a p:b="1"/>'],
    ['an unbound prefix after its scope', '<a><b xmlns:p="u"/><p:c/></a>'],
    ['two colons', '<p:a:b xmlns:p="u"/>'],
    ['a name that begins with a digit', '<1a/>'],
    ['a name that begins with a colon', '<:a/>'],
    ['an empty prefix declared', '<a xmlns:="u"/>'],
    ['a prefix declared that is no name', '<a xmlns:1="u"/>'],
    ['the xmlns prefix declared', '<a xmlns:xmlns="u"/>'],
    ['the xml prefix bound to something else', '<a xmlns:xml="u"/>'],
    ['a control character', '<a>\u0001</a>'],
    ['U+FFFF', '<a>\uffff</a>'],
    ['U+FFFE among letters', '<a>ż\ufffeż</a>'],
    ['a control character in a CDATA section', '<a><![CDATA[\u001f]]></a>'],
    ['a control character in a comment', '<a><!-- \u000b --></a>'],
    ['a control character in a comment after the root', '<a/><!-- \u0002 -->'],
    ['a control character in an instruction', '<a><?x \u0000?></a>'],
    ['a control character in an attribute', '<a b="\u0008"/>'],
    ['U+FFFF in an attribute', '<a b="\uffff"/>'],
    ['a control character in an id like others', '<a><b id="1"/><b id="2"/><b id="\u0003"/></a>'],
    ['a control character in a namespace', '<a xmlns="\u001b"/>'],
    ['a control character in a name', '<a\u0001/>'],
    ['a control character in an end tag', '<a></a\u0001>'],
    ['a control character between elements outside the root', '<a/>\u000c'],
  ])('%s', (_name, document) => {
    expect(problem(() => events(document)).offset).toBeGreaterThanOrEqual(0);
  });

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

  it('at the byte where it goes wrong', () => {
    expect(problem(() => events('<ż>ąć<b></ż>')).offset).toBe(11);
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
